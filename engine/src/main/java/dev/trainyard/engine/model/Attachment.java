package dev.trainyard.engine.model;

import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Another object of the job: what it holds, how long it lives, whether it follows changes.
public record Attachment(
    String apiVersion,
    String kind,
    String name,
    Map<String, String> labels,
    Content content,
    Lifetime lifetime,
    Sync sync) {

  public Attachment {
    labels = TrainingJob.ordered(labels);
  }

  /// One without labels beyond those of its content.
  public Attachment(
      String apiVersion, String kind, String name, Content content, Lifetime lifetime, Sync sync) {
    this(apiVersion, kind, name, Map.of(), content, lifetime, sync);
  }

  /// Whether that is the object; several API groups may have a kind of the same name.
  public boolean is(ObjectRef object) {
    return object.kind().equals(kind)
        && object.name().equals(name)
        && group(object.apiVersion()).equals(group(apiVersion));
  }

  /// The API group of a version; empty for the core.
  public static String group(String apiVersion) {
    return apiVersion.substring(0, Math.max(0, apiVersion.indexOf('/')));
  }

  public enum Sync {
    CREATE_ONLY,
    FOLLOW,
    FOLLOW_AND_RESTART_LEAD
  }

  /// Generated keys and resolved secrets are made by the applier and never enter a record.
  public sealed interface Content {
    /// The type of a Secret that means nothing to the API.
    String OPAQUE = "Opaque";

    /// `digest` tells one wanted content from the next without comparing what the server added.
    record Given(GenericKubernetesResource object, String digest) implements Content {}

    record HostList(Map<String, HostLine> keys) implements Content {
      public HostList {
        keys = TrainingJob.ordered(keys);
      }
    }

    /// A Secret with a key pair, made once; one that follows is made anew where its entries are
    /// others.
    ///
    /// @param privateKey the entry with the private key
    /// @param publicKeys the entries with the public key, as one line of `authorized_keys`
    /// @param fixed the entries that are the same for every pair
    record KeyPair(
        KeyKind kind,
        String privateKey,
        Set<String> publicKeys,
        Map<String, String> fixed,
        String secretType)
        implements Content {
      public KeyPair {
        publicKeys = Set.copyOf(publicKeys);
        fixed = TrainingJob.ordered(fixed);
      }

      /// The names of its entries.
      public Set<String> entries() {
        return Stream.of(Set.of(privateKey), publicKeys, fixed.keySet())
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());
      }

      public KeyPair(
          KeyKind kind, String privateKey, Set<String> publicKeys, Map<String, String> fixed) {
        this(kind, privateKey, publicKeys, fixed, OPAQUE);
      }
    }

    /// A Secret with a file of `NAME=VALUE` lines: what a container with such an environment has.
    ///
    /// @param key the entry with the file
    record EnvFile(String key, List<EnvFromSource> from, List<EnvVar> env) implements Content {
      public EnvFile {
        from = List.copyOf(from);
        env = List.copyOf(env);
      }

      /// Values may be secrets.
      @Override
      public String toString() {
        return "EnvFile[key=%s, env=%s]".formatted(key, env.stream().map(EnvVar::getName).toList());
      }
    }

    /// A Secret with what a user has written into the job itself.
    record Literals(Map<String, String> entries) implements Content {
      public Literals {
        entries = TrainingJob.ordered(entries);
      }

      @Override
      public String toString() {
        return "Literals[%s]".formatted(entries.keySet());
      }
    }
  }

  /// A `header`, then one line per host: `before`, its name (with namespace when `qualified`),
  /// `after`.
  public record HostLine(
      String header, String before, String after, boolean qualified, Roster roster) {}

  public enum Roster {
    EVERY_SLOT,
    RUNNING,
    RUNNING_ONCE_SETTLED
  }

  public enum KeyKind {
    RSA,
    ECDSA_P521
  }
}
