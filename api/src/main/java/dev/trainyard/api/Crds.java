package dev.trainyard.api;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// The definitions a cluster needs before it can hold our custom resources, from this jar.
public final class Crds {

  private static final List<String> NAMES =
      List.of(
          "pytorchjobs.kubeflow.org",
          "pytorchtrainingjobs.batch.tensorstack.dev",
          "deepspeedjobs.batch.tensorstack.dev",
          "tensorboards.tensorstack.dev",
          "queues.scheduler.tensorstack.dev",
          "podgroups.scheduler.tensorstack.dev",
          "appwrappers.workload.codeflare.dev",
          "mpijobs.kubeflow.org",
          "trainingworkloads.run.ai",
          "trainingpolicies.run.ai");

  private static final List<String> OF_QUEUES =
      List.of(
          "resourceflavors.kueue.x-k8s.io",
          "clusterqueues.kueue.x-k8s.io",
          "localqueues.kueue.x-k8s.io",
          "workloadpriorityclasses.kueue.x-k8s.io");

  /// Every definition as a fresh value, ready to be created through a client as it is.
  public static List<GenericKubernetesResource> all() {
    return NAMES.stream().map(Crds::load).toList();
  }

  /// Those of Kueue's kinds by which our own queue goes; only for clusters without Kueue.
  public static List<GenericKubernetesResource> ofQueues() {
    return OF_QUEUES.stream().map(Crds::load).toList();
  }

  public static List<String> namesOfQueues() {
    return OF_QUEUES;
  }

  /// What the definitions are called, without reading them.
  public static List<String> names() {
    return NAMES;
  }

  /// Tells this jar's definitions from another's, without parsing them.
  public static String digest() {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      for (var names : List.of(NAMES, OF_QUEUES)) {
        for (var name : names) {
          try (var in = open(name)) {
            digest.update(in.readAllBytes());
          }
        }
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static GenericKubernetesResource load(String name) {
    try (var in = open(name)) {
      return new YAMLMapper().readValue(in, GenericKubernetesResource.class);
    } catch (IOException e) {
      throw new UncheckedIOException("The definition %s cannot be read".formatted(name), e);
    }
  }

  private static InputStream open(String name) {
    var dot = name.indexOf('.');
    var file =
        "%s/%s_%s.yaml"
            .formatted(
                OF_QUEUES.contains(name) ? "queues" : "crds",
                name.substring(dot + 1),
                name.substring(0, dot));
    var in = Crds.class.getClassLoader().getResourceAsStream(file);
    if (in == null) {
      throw new IllegalStateException("%s is missing from the api jar".formatted(file));
    }
    return in;
  }

  private Crds() {}
}
