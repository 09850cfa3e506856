package dev.trainyard.simulation.controller;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.engine.lifecycle.Lifecycle;
import dev.trainyard.engine.wrapper.WrapperLifecycle;
import dev.trainyard.operator.ClusterView;
import dev.trainyard.operator.ClusterWriter;
import dev.trainyard.operator.TrainingReconciler.Engine;
import dev.trainyard.operator.cache.Caches;
import dev.trainyard.operator.cache.Departures;
import dev.trainyard.operator.cache.Requests;
import dev.trainyard.operator.wrapper.WrapperReconciler;
import dev.trainyard.operator.wrapper.WrapperView;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// What one controller is made of. The operator has no switch for its own mistakes: whoever wants
/// to see one puts another part in the place of ours.
///
/// @param requests what stands between a pass and the API server
/// @param caches what stands between a pass and what is known
/// @param departures what a pass is told of those that were asked to go
/// @param pass what stands around a whole pass
/// @param heeds which news wakes anybody
/// @param wrapping what decides about AppWrappers
/// @param sight what stands between a pass over an AppWrapper and what is known
public record Parts(
    Engine engine,
    UnaryOperator<Requests> requests,
    UnaryOperator<Caches> caches,
    UnaryOperator<Departures> departures,
    UnaryOperator<Pass> pass,
    Predicate<News> heeds,
    WrapperReconciler.Engine wrapping,
    UnaryOperator<WrapperView> sight) {

  /// One look at one job, and what follows from it; answers when to look again.
  public interface Pass {
    Optional<Instant> over(ObjectNode job, ClusterView cluster, ClusterWriter writer);
  }

  /// What a watch tells: an object of that kind came or changed, or it is gone.
  public record News(String kind, boolean gone) {}

  /// The operator as it is.
  public static Parts ours() {
    return new Parts(
        Lifecycle::decide,
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        _ -> true,
        WrapperLifecycle::decide,
        UnaryOperator.identity());
  }

  public static Parts deciding(Engine engine) {
    var ours = ours();
    return new Parts(
        engine,
        ours.requests,
        ours.caches,
        ours.departures,
        ours.pass,
        ours.heeds,
        ours.wrapping,
        ours.sight);
  }

  public static Parts asking(UnaryOperator<Requests> requests) {
    var ours = ours();
    return new Parts(
        ours.engine,
        requests,
        ours.caches,
        ours.departures,
        ours.pass,
        ours.heeds,
        ours.wrapping,
        ours.sight);
  }

  public static Parts knowing(UnaryOperator<Caches> caches) {
    var ours = ours();
    return new Parts(
        ours.engine,
        ours.requests,
        caches,
        ours.departures,
        ours.pass,
        ours.heeds,
        ours.wrapping,
        ours.sight);
  }

  public static Parts missing(UnaryOperator<Departures> departures) {
    var ours = ours();
    return new Parts(
        ours.engine,
        ours.requests,
        ours.caches,
        departures,
        ours.pass,
        ours.heeds,
        ours.wrapping,
        ours.sight);
  }

  public static Parts passing(UnaryOperator<Pass> pass) {
    var ours = ours();
    return new Parts(
        ours.engine,
        ours.requests,
        ours.caches,
        ours.departures,
        pass,
        ours.heeds,
        ours.wrapping,
        ours.sight);
  }

  public static Parts heeding(Predicate<News> heeds) {
    var ours = ours();
    return new Parts(
        ours.engine,
        ours.requests,
        ours.caches,
        ours.departures,
        ours.pass,
        heeds,
        ours.wrapping,
        ours.sight);
  }

  public static Parts wrapping(WrapperReconciler.Engine engine) {
    var ours = ours();
    return new Parts(
        ours.engine,
        ours.requests,
        ours.caches,
        ours.departures,
        ours.pass,
        ours.heeds,
        engine,
        ours.sight);
  }

  public static Parts seeing(UnaryOperator<WrapperView> sight) {
    var ours = ours();
    return new Parts(
        ours.engine,
        ours.requests,
        ours.caches,
        ours.departures,
        ours.pass,
        ours.heeds,
        ours.wrapping,
        sight);
  }
}
