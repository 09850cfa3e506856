package dev.trainyard.operator;

import dev.trainyard.engine.model.Attachment.KeyKind;

/// Makes key pairs. What it answers goes into one Secret and nowhere else.
public interface KeyMaker {

  /// A new pair, whose public half says `comment` of itself.
  Keys make(KeyKind kind, String comment);

  /// A key pair as ssh reads it. Not a record, since those print what they hold.
  final class Keys {

    private final String privateKey;
    private final String publicKey;

    public Keys(String privateKey, String publicKey) {
      this.privateKey = privateKey;
      this.publicKey = publicKey;
    }

    public String privateKey() {
      return privateKey;
    }

    public String publicKey() {
      return publicKey;
    }

    @Override
    public String toString() {
      return "a key pair";
    }
  }
}
