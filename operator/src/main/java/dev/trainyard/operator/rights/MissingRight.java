package dev.trainyard.operator.rights;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/// One verb that the API server says we may not use.
///
/// @param namespace where, or nowhere in particular when it is needed everywhere
public record MissingRight(Right right, String verb, Optional<String> namespace) {

  /// Asks the API server about every verb. One that cannot be asked has nothing to forbid.
  ///
  /// @param namespaces where jobs are looked after; none named are all there are
  /// @param home the namespace of the operator
  public static List<MissingRight> among(
      List<Right> rights, Set<String> namespaces, String home, KubernetesClient client)
      throws InterruptedException {
    var questions = new ArrayList<Callable<Optional<MissingRight>>>();
    for (var right : rights) {
      for (var namespace : places(right, namespaces, home)) {
        for (var verb : right.verbs()) {
          var candidate = new MissingRight(right, verb, namespace);
          questions.add(
              () -> candidate.allowed(client) ? Optional.empty() : Optional.of(candidate));
        }
      }
    }
    var missing = new ArrayList<MissingRight>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var answer : threads.invokeAll(questions)) {
        answer.get().ifPresent(missing::add);
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e);
    }
    return missing;
  }

  private static List<Optional<String>> places(Right right, Set<String> namespaces, String home) {
    return switch (right.where()) {
      case CLUSTER -> List.of(Optional.empty());
      case HOME -> List.of(Optional.of(home));
      case JOBS ->
          namespaces.isEmpty()
              ? List.of(Optional.empty())
              : namespaces.stream().sorted().map(Optional::of).toList();
    };
  }

  private boolean allowed(KubernetesClient client) {
    try {
      var answer = client.resource(review()).create();
      return Boolean.TRUE.equals(answer.getStatus().getAllowed());
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        return true;
      }
      throw e;
    }
  }

  private SelfSubjectAccessReview review() {
    var parts = right.resource().split("/", 2);
    return new SelfSubjectAccessReviewBuilder()
        .withNewSpec()
        .withNewResourceAttributes()
        .withGroup(right.group())
        .withResource(parts[0])
        .withSubresource(parts.length == 1 ? null : parts[1])
        .withVerb(verb)
        .withNamespace(namespace.orElse(null))
        .withName(right.name().orElse(null))
        .endResourceAttributes()
        .endSpec()
        .build();
  }

  /// `create pods in namespace training`
  @Override
  public String toString() {
    var what =
        "%s %s%s".formatted(verb, right.qualified(), right.name().map(" "::concat).orElse(""));
    return switch (right.where()) {
      case CLUSTER -> what;
      case HOME, JOBS ->
          what + namespace.map(" in namespace "::concat).orElse(" in all namespaces");
    };
  }
}
