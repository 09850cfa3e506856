package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.runai.WorkloadSettings.Identity;
import io.fabric8.kubernetes.api.model.CapabilitiesBuilder;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// As whom the programs of a workload run, and what they may do. What is not on is not written.
record Security(Workload workload) {

  private Effective values() {
    return workload.values();
  }

  /// As whom it is to run; nothing where the image decides.
  private Optional<Identity> identity() {
    if (!values().isOn("runAsUser")) {
      return Optional.empty();
    }
    var gid = values().number("runAsGid");
    return values()
        .number("runAsUid")
        .map(uid -> new Identity(uid, OptionalLong.empty()))
        .or(() -> workload.ours().identity())
        .map(one -> gid.map(own -> new Identity(one.uid(), OptionalLong.of(own))).orElse(one));
  }

  /// Whether it is to run as its submitter, and nobody knows who that is.
  boolean isUnresolved() {
    return values().isOn("runAsUser") && identity().isEmpty();
  }

  Optional<PodSecurityContext> ofPod() {
    var builder = new PodSecurityContextBuilder();
    identity()
        .ifPresent(
            one -> {
              builder.withRunAsUser(one.uid());
              one.gid().ifPresent(builder::withRunAsGroup);
            });
    if (isUnresolved()) {
      values().number("runAsGid").ifPresent(gid -> builder.withRunAsGroup(gid.longValue()));
    }
    values()
        .text("supplementalGroups")
        .map(Lists::ids)
        .ifPresent(
            groups -> builder.withSupplementalGroups(groups.stream().map(Long::valueOf).toList()));
    return unlessEmpty(builder.build(), new PodSecurityContext());
  }

  Optional<SecurityContext> ofContainer() {
    var context =
        new SecurityContextBuilder()
            .withAllowPrivilegeEscalation(values().flag("allowPrivilegeEscalation").orElse(null))
            .withRunAsNonRoot(on(values().isOn("runAsNonRoot") || isUnresolved()))
            .withReadOnlyRootFilesystem(on(values().isOn("readOnlyRootFilesystem")))
            .build();
    var added =
        values().items("capabilities").values().stream()
            .flatMap(item -> item.text("capability").stream())
            .distinct()
            .collect(Collectors.toList());
    boolean drops = values().isOn("dropAllCapabilities");
    if (!added.isEmpty() || drops) {
      context.setCapabilities(
          new CapabilitiesBuilder()
              .withAdd(added)
              .withDrop(drops ? List.of("ALL") : List.of())
              .build());
    }
    return unlessEmpty(
        values()
            .text("seccompProfileType")
            .map(
                type ->
                    new SecurityContextBuilder(context)
                        .withNewSeccompProfile()
                        .withType(type)
                        .endSeccompProfile()
                        .build())
            .orElse(context),
        new SecurityContext());
  }

  static @Nullable Boolean on(boolean flag) {
    return flag ? Boolean.TRUE : null;
  }

  private static <T> Optional<T> unlessEmpty(T context, T empty) {
    return context.equals(empty) ? Optional.empty() : Optional.of(context);
  }
}
