package dev.trainyard.operator.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainyard.engine.model.Attachment.KeyKind;
import dev.trainyard.operator.KeyMaker.Keys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AnOpenSshKeyTest {

  private static final Path SSH_KEYGEN = Path.of("/usr/bin/ssh-keygen");

  private final OpenSshKeys maker = new OpenSshKeys();

  @Test
  void is_rsa_of_3072_bits_in_pkcs_1() {
    var keys = maker.make(KeyKind.RSA, "gpt");

    assertThat(keys.privateKey())
        .startsWith("-----BEGIN RSA PRIVATE KEY-----\n")
        .endsWith("\n-----END RSA PRIVATE KEY-----\n");
    assertThat(keys.publicKey()).startsWith("ssh-rsa AAAA").endsWith(" gpt\n");
    // A length, the word; a length, the exponent; a length, the modulus with a leading zero.
    assertThat(blob(keys)).hasSize(4 + 7 + 4 + 3 + 4 + 1 + 3072 / 8);
  }

  @Test
  void is_ecdsa_on_p521_in_sec_1() {
    var keys = maker.make(KeyKind.ECDSA_P521, "gpt");

    assertThat(keys.privateKey())
        .startsWith("-----BEGIN EC PRIVATE KEY-----\n")
        .endsWith("\n-----END EC PRIVATE KEY-----\n");
    assertThat(keys.publicKey()).startsWith("ecdsa-sha2-nistp521 AAAA").endsWith(" gpt\n");
    assertThat(new String(blob(keys), StandardCharsets.US_ASCII))
        .contains("ecdsa-sha2-nistp521", "nistp521");
  }

  @ParameterizedTest
  @EnumSource(KeyKind.class)
  void has_the_public_half_that_ssh_keygen_finds(KeyKind kind, @TempDir Path folder)
      throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(SSH_KEYGEN));
    var keys = maker.make(kind, "gpt");
    var file = folder.resolve("key");
    var ownersOnly =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    Files.writeString(Files.createFile(file, ownersOnly), keys.privateKey());

    var program =
        new ProcessBuilder(SSH_KEYGEN.toString(), "-y", "-f", file.toString())
            .redirectErrorStream(true)
            .start();
    var said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(program.waitFor()).as(said).isZero();
    assertThat(said.strip() + " gpt\n").isEqualTo(keys.publicKey());
  }

  @ParameterizedTest
  @EnumSource(KeyKind.class)
  void is_another_one_every_time(KeyKind kind) {
    assertThat(maker.make(kind, "gpt").privateKey())
        .isNotEqualTo(maker.make(kind, "gpt").privateKey());
  }

  @Test
  void does_not_print_itself() {
    var keys = new Keys("the private half", "the public half");

    assertThat(keys).hasToString("a key pair");
  }

  private static byte[] blob(Keys keys) {
    return Base64.getDecoder().decode(keys.publicKey().split(" ", 3)[1]);
  }
}
