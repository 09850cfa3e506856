package dev.trainyard.cli.install;

import dev.trainyard.dialects.Admission;
import dev.trainyard.dialects.Companion;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.operator.kinds.Kinds;
import dev.trainyard.operator.kinds.Registration;
import dev.trainyard.operator.webhook.WebhookNames;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// How others reach the operator: those who read its metrics, and API servers with a question.
final class Endpoints {

  static final String PORT_NAME = "webhook";

  private static final int WEBHOOK_PORT = 443;
  private static final int TIMEOUT_SECONDS = 10;

  static HasMetadata service(Installation installation) {
    var ports = new ArrayList<ServicePort>();
    ports.add(port("metrics", OperatorDeployment.METRICS_PORT));
    if (installation.webhook()) {
      ports.add(port(PORT_NAME, WEBHOOK_PORT));
    }
    return new ServiceBuilder()
        .withMetadata(Manifests.metadata(Manifests.NAME, Optional.of(installation.namespace())))
        .withNewSpec()
        .withSelector(Manifests.SELECTOR)
        .withPorts(ports)
        .endSpec()
        .build();
  }

  private static ServicePort port(String name, int number) {
    return new ServicePortBuilder()
        .withName(name)
        .withPort(number)
        .withTargetPort(new IntOrString(name))
        .build();
  }

  /// Empty: the operator fills it, and needs no right to make another.
  static List<HasMetadata> secret(Installation installation) {
    return installation.webhookNames().stream()
        .map(
            names ->
                (HasMetadata)
                    new SecretBuilder()
                        .withMetadata(
                            Manifests.metadata(names.secret(), Optional.of(names.namespace())))
                        .withType("Opaque")
                        .build())
        .toList();
  }

  static List<HasMetadata> webhook(Installation installation) {
    return installation.webhookNames().stream()
        .flatMap(
            names ->
                Stream.concat(
                    installation.kinds().contains(Kinds.APP_WRAPPER)
                        ? Stream.of(mutating(installation, names))
                        : Stream.empty(),
                    Stream.of(configuration(installation, names))))
        .toList();
  }

  /// Only AppWrappers are changed before they are stored: they are told who has made them.
  private static HasMetadata mutating(Installation installation, WebhookNames names) {
    var kind = AppWrappers.KIND;
    return new MutatingWebhookConfigurationBuilder()
        .withMetadata(Manifests.metadata(names.configuration(), Optional.empty()))
        .addNewWebhook()
        .withName(AppWrappers.MUTATOR)
        .withAdmissionReviewVersions("v1")
        .withFailurePolicy("Fail")
        .withSideEffects("None")
        .withTimeoutSeconds(TIMEOUT_SECONDS)
        .withNamespaceSelector(namespaces(installation).orElse(null))
        .withNewClientConfig()
        .withNewService(
            names.service(), names.namespace(), Admission.mutatingPath(kind), WEBHOOK_PORT)
        .endClientConfig()
        .addNewRule()
        .withApiGroups(kind.group())
        .withApiVersions(kind.version())
        .withResources(kind.plural())
        .withOperations("CREATE")
        .endRule()
        .endWebhook()
        .build();
  }

  private static HasMetadata configuration(Installation installation, WebhookNames names) {
    return new ValidatingWebhookConfigurationBuilder()
        .withMetadata(Manifests.metadata(names.configuration(), Optional.empty()))
        .withWebhooks(
            installation.kinds().stream()
                .map(Registration::dialect)
                .flatMap(dialect -> webhooks(dialect, names, namespaces(installation)))
                .toList())
        .build();
  }

  /// Those of a kind of job and of what such jobs are read by.
  private static Stream<ValidatingWebhook> webhooks(
      Dialect<?> dialect, WebhookNames names, Optional<LabelSelector> namespaces) {
    return Stream.concat(
        Stream.of(webhook(dialect.kind(), dialect.validator(), names, namespaces)),
        dialect.companions().stream()
            .map(Companion::kind)
            .map(kind -> webhook(kind, kind.validator(), names, namespaces)));
  }

  private static ValidatingWebhook webhook(
      Dialect.Kind kind, String validator, WebhookNames names, Optional<LabelSelector> namespaces) {
    return new ValidatingWebhookBuilder()
        .withName(validator)
        .withAdmissionReviewVersions("v1")
        .withFailurePolicy("Fail")
        .withSideEffects("None")
        .withTimeoutSeconds(TIMEOUT_SECONDS)
        .withNamespaceSelector(namespaces.orElse(null))
        // What the operator remembers on a job must not depend on whether it can be reached.
        .addNewMatchCondition(
            "request.userInfo.username != 'system:serviceaccount:%s:%s'"
                .formatted(names.namespace(), Manifests.NAME),
            "not-by-the-operator")
        .withNewClientConfig()
        .withNewService(names.service(), names.namespace(), Admission.path(kind), WEBHOOK_PORT)
        .endClientConfig()
        .addNewRule()
        .withApiGroups(kind.group())
        .withApiVersions(kind.version())
        .withResources(kind.plural())
        .withOperations("CREATE", "UPDATE")
        .endRule()
        .build();
  }

  /// Jobs that this operator does not look after are not its to judge.
  private static Optional<LabelSelector> namespaces(Installation installation) {
    return installation.watched().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new LabelSelectorBuilder()
                .addNewMatchExpression()
                .withKey("kubernetes.io/metadata.name")
                .withOperator("In")
                .withValues(List.copyOf(installation.watched()))
                .endMatchExpression()
                .build());
  }

  private Endpoints() {}
}
