package dev.trainyard.cli.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.dialects.Admission;
import dev.trainyard.dialects.Admission.Operation;
import dev.trainyard.dialects.Admission.Question;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Companion;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialects;
import dev.trainyard.dialects.Dialects.Registered;
import dev.trainyard.dialects.LiveLookup;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.Surroundings;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import dev.trainyard.yard.apiserver.Doorman;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Has a yard refuse what the operator's webhooks refuse on a cluster, in the same words, and label
/// what they label.
public final class DialectDoorman implements Doorman {

  private static final JsonMapper MAPPER = new JsonMapper();

  private final Settings settings;

  public DialectDoorman(Settings settings) {
    this.settings = settings;
  }

  @Override
  public Verdict judge(Request request) {
    return Dialects.find(request.apiVersion(), request.kind())
        .map(kind -> judge(kind, request))
        .or(
            () ->
                Dialects.companion(request.apiVersion(), request.kind())
                    .map(kind -> judge(kind, request)))
        .orElse(Verdict.ALLOWED);
  }

  private <R> Verdict judge(Registered<R> kind, Request request) {
    var verdict =
        isWrapper(request)
            ? wrappers().judge(question(request), new WhatTheyMay(request.sender()))
            : Admission.judge(kind, question(request), lookup(kind.dialect(), request.stored()));
    return verdict(verdict, kind.dialect().validator(), request);
  }

  private Verdict judge(Companion kind, Request request) {
    return verdict(Admission.judge(kind, question(request)), kind.kind().validator(), request);
  }

  private static Question question(Request request) {
    var operation = request.before().isPresent() ? Operation.UPDATE : Operation.CREATE;
    return new Question(operation, request.object(), request.before());
  }

  private Verdict verdict(Admission.Verdict verdict, String validator, Request request) {
    return switch (verdict) {
      case Admission.Verdict.Allowed(var warnings) ->
          new Verdict(Optional.empty(), warnings, labels(request));
      case Admission.Verdict.Refused(var why, var warnings) ->
          new Verdict(Optional.of(new Refusal(validator, why)), warnings);
    };
  }

  /// Nobody has others create for them what they may not create themselves.
  private record WhatTheyMay(Sender sender) implements Surroundings {

    @Override
    public Optional<Boolean> namespaced(String apiVersion, String kind) {
      return Optional.empty();
    }

    @Override
    public Review mayCreate(String apiVersion, String kind, String namespace) {
      return sender
          .mayNotCreate(apiVersion, kind, namespace)
          .<Review>map(plural -> new Review.Denied(sender.name(), plural))
          .orElseGet(Review.Allowed::new);
    }
  }

  private static boolean isWrapper(Request request) {
    return request.kind().equals(AppWrappers.KIND.kind())
        && request.apiVersion().equals(AppWrappers.KIND.apiVersion());
  }

  private AppWrappers wrappers() {
    return new AppWrappers(WrapperSettings.of(settings));
  }

  /// Whose a new AppWrapper is, whatever it says itself. The owner of a yard has no uid.
  private Map<String, String> labels(Request request) {
    return request.before().isEmpty()
            && isWrapper(request)
            && AppWrappers.CODEC.parse(request.object())
                instanceof Parsed.Understood<AppWrapper>(var wrapper)
        ? wrappers().labels(wrapper, request.sender().name(), request.sender().uid())
        : Map.of();
  }

  private Lookup lookup(Dialect<?> dialect, Stored stored) {
    return new LiveLookup(settings, dialect.judgesBy(), new StoredObjects(stored));
  }

  private record StoredObjects(Stored stored) implements LiveLookup.Source {

    @Override
    public Optional<GenericKubernetesResource> find(
        Attached.Kind kind, String namespace, String name) {
      return stored.find(resource(kind), namespace, name).map(StoredObjects::generic);
    }

    @Override
    public List<GenericKubernetesResource> list(Attached.Kind kind, String namespace) {
      return stored.list(resource(kind), namespace).stream().map(StoredObjects::generic).toList();
    }

    private static String resource(Attached.Kind kind) {
      return kind.group().isEmpty() ? kind.plural() : kind.plural() + "." + kind.group();
    }

    private static GenericKubernetesResource generic(JsonNode object) {
      return MAPPER.convertValue(object, GenericKubernetesResource.class);
    }
  }
}
