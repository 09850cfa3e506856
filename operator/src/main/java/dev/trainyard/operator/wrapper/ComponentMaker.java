package dev.trainyard.operator.wrapper;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Hash5;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.Prepared;
import dev.trainyard.engine.wrapper.ObservedWrapper.Creation;
import dev.trainyard.engine.wrapper.WrapperState;
import dev.trainyard.operator.ClusterWriter;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.InFlight;
import dev.trainyard.operator.wrapper.Judge.Verdict;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Optional;

/// Makes what an AppWrapper wraps, and answers what came of it.
final class ComponentMaker {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final int NOT_FOUND = 404;

  /// Stands for an answer that says nothing about later attempts.
  private static final int PASSING = 0;

  private final AppWrappers wrappers;
  private final InFlight inFlight;

  ComponentMaker(AppWrappers wrappers, InFlight inFlight) {
    this.wrappers = wrappers;
    this.inFlight = inFlight;
  }

  Creation make(Pass pass, Verdict verdict, int index) {
    var there =
        verdict.observed().components().stream()
            .filter(one -> one.index() == index && !one.leaving())
            .findFirst();
    if (there.isPresent()) {
      return new Creation.Made(index, there.get().ref().name());
    }
    var wanted = pass.wrapper().components().get(index);
    if (!pass.view().serves(wanted.apiVersion(), wanted.kind())) {
      return wrappers.refused(
          index,
          NOT_FOUND,
          "no matches for kind \"%s\" in version \"%s\""
              .formatted(wanted.kind(), wanted.apiVersion()));
    }
    return switch (wrappers.prepare(pass.resource(), pass.wrapper(), index)) {
      case Prepared.Flawed flawed -> wrappers.refused(index, flawed);
      case Prepared.Ready(var object) ->
          create(pass, index, named(pass, object, verdict.decision().state(), index));
    };
  }

  /// A name that the API server were to find would be lost with its answer. Each attempt has its
  /// own all the same.
  private static GenericKubernetesResource named(
      Pass pass, ObjectNode object, WrapperState state, int index) {
    var named = MAPPER.convertValue(object, GenericKubernetesResource.class);
    var metadata = named.getMetadata();
    if (requireNonNullElse(metadata.getName(), "").isEmpty()) {
      metadata.setName(
          requireNonNullElse(metadata.getGenerateName(), "")
              + Hash5.of("%d %d".formatted(index, state.retries()), pass.id().uid()));
    }
    return named;
  }

  private Creation create(Pass pass, int index, GenericKubernetesResource object) {
    var name = object.getMetadata().getName();
    return switch (inFlight.call(() -> pass.writer().create(object))) {
      case ClusterWriter.Creation.Made _ -> new Creation.Made(index, name);
      case ClusterWriter.Creation.Taken(var uid, var controller, _) ->
          wrappers.taken(pass.resource(), index, taken(name, uid, controller));
      // The kind is served, so it is the namespace that is not there, or somebody in between.
      case ClusterWriter.Creation.Refused(var code, var why) ->
          wrappers.refused(index, code == NOT_FOUND ? PASSING : code, why);
    };
  }

  private static ObjectMeta taken(String name, String uid, Optional<Target> controller) {
    var metadata = new ObjectMetaBuilder().withName(name).withUid(uid);
    controller.ifPresent(
        owner ->
            metadata
                .addNewOwnerReference()
                .withApiVersion(owner.apiVersion())
                .withKind(owner.kind())
                .withName(owner.name())
                .withUid(owner.uid())
                .withController(true)
                .endOwnerReference());
    return metadata.build();
  }
}
