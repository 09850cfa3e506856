package dev.trainyard.cli.plan;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.AppWrappers.Reading;
import dev.trainyard.dialects.appwrapper.Prepared;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import dev.trainyard.dialects.appwrapper.WrapperSettings.QueueMode;
import dev.trainyard.engine.wrapper.Wrapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What an AppWrapper that may begin has created, or why there is nothing.
sealed interface Components {

  record Made(List<ObjectNode> objects) implements Components {
    public Made {
      objects = List.copyOf(objects);
    }
  }

  record NotOurs(String why) implements Components {}

  record Refused(List<Problem> problems) implements Components {
    public Refused {
      problems = List.copyOf(problems);
    }
  }

  static Components of(ObjectNode json, Settings settings) {
    var ofWrappers = WrapperSettings.of(settings);
    var wrappers = new AppWrappers(ofWrappers);
    return switch (AppWrappers.CODEC.parse(json)) {
      case Parsed.NotUnderstood<AppWrapper>(var problems) -> new Refused(problems);
      case Parsed.Understood<AppWrapper>(var resource) -> {
        if (wrappers.queue(resource).isPresent()
            && ofWrappers.queueing().orElse(QueueMode.INTERNAL) == QueueMode.INTERNAL) {
          admit(resource);
        }
        yield switch (wrappers.read(resource)) {
          case Reading.NotOurs(var why) -> new NotOurs(why);
          case Reading.Refused(var problems) -> new Refused(problems);
          case Reading.Wrapped(var wrapper) -> made(wrappers, resource, wrapper);
        };
      }
    };
  }

  /// By our own queue, as it would be before anything is created.
  private static void admit(AppWrapper resource) {
    var annotations =
        new TreeMap<>(
            requireNonNullElse(resource.metadata().getAnnotations(), Map.<String, String>of()));
    annotations.put(Annotations.ADMITTED, "true");
    resource.metadata().setAnnotations(annotations);
  }

  private static Components made(AppWrappers wrappers, AppWrapper resource, Wrapper wrapper) {
    var objects = new ArrayList<ObjectNode>();
    var problems = new ArrayList<Problem>();
    for (int i = 0; i < wrapper.components().size(); i++) {
      switch (wrappers.prepare(resource, wrapper, i)) {
        case Prepared.Ready(var object) -> objects.add(object);
        case Prepared.Flawed(var why) ->
            problems.add(Problem.error("spec.components[%d].template".formatted(i), why));
      }
    }
    return problems.isEmpty() ? new Made(objects) : new Refused(problems);
  }
}
