package dev.trainyard.operator.webhook;

import dev.trainyard.dialects.appwrapper.Surroundings;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;

/// Asks the API server what it serves, and what somebody may create there.
record LiveSurroundings(KubernetesClient client, Requester requester) implements Surroundings {

  private static final String ANY = "*";

  @Override
  public Optional<Boolean> namespaced(String apiVersion, String kind) {
    return served(apiVersion, kind).map(APIResource::getNamespaced);
  }

  @Override
  public Review mayCreate(String apiVersion, String kind, String namespace) {
    int slash = apiVersion.indexOf('/');
    var plural = served(apiVersion, kind).map(APIResource::getName).orElse(ANY);
    try {
      var answer =
          client
              .authorization()
              .v1()
              .subjectAccessReview()
              .create(
                  new SubjectAccessReviewBuilder()
                      .withNewSpec()
                      .withUser(requester.name())
                      .withUid(requester.uid())
                      .withGroups(requester.groups())
                      .withExtra(requester.extra())
                      .withNewResourceAttributes()
                      .withNamespace(namespace)
                      .withVerb("create")
                      .withGroup(slash < 0 ? "" : apiVersion.substring(0, slash))
                      .withVersion(apiVersion.substring(slash + 1))
                      .withResource(plural)
                      .endResourceAttributes()
                      .endSpec()
                      .build());
      return answer.getStatus() != null && Boolean.TRUE.equals(answer.getStatus().getAllowed())
          ? new Review.Allowed()
          : new Review.Denied(requester.name(), plural);
    } catch (KubernetesClientException e) {
      return new Review.Unanswered(String.valueOf(e.getMessage()));
    }
  }

  private Optional<APIResource> served(String apiVersion, String kind) {
    try {
      return Optional.ofNullable(client.getApiResources(apiVersion)).stream()
          .flatMap(list -> list.getResources().stream())
          .filter(one -> kind.equals(one.getKind()) && !one.getName().contains("/"))
          .findFirst();
    } catch (KubernetesClientException _) {
      return Optional.empty();
    }
  }
}
