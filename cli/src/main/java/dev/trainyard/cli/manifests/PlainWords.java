package dev.trainyard.cli.manifests;

import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/// Leaves unquoted words unread, so that `Scalars` alone says what they mean.
final class PlainWords extends Resolver {

  static final Tag PLAIN = new Tag("plain");

  @Override
  protected void addImplicitResolvers() {}

  @Override
  public Tag resolve(NodeId kind, String value, boolean implicit) {
    return switch (kind) {
      case scalar -> implicit ? PLAIN : Tag.STR;
      case sequence -> Tag.SEQ;
      case mapping, anchor -> Tag.MAP;
    };
  }
}
