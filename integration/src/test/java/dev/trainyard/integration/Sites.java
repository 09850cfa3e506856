package dev.trainyard.integration;

import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Gives stories their site, which is started once for all of them, and a team each; or, once for a
/// class, a cluster on which Trainyard is installed.
final class Sites implements ParameterResolver {

  private static final Namespace OURS = Namespace.create(Sites.class);
  private static final Set<Class<?>> GIVEN =
      Set.of(Site.class, Team.class, Installed.class, Guarded.class);
  private static final AtomicInteger TEAMS = new AtomicInteger();

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext story) {
    return GIVEN.contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext story) {
    var type = parameter.getParameter().getType();
    if (type == Site.class) {
      return site(story);
    }
    if (type == Team.class) {
      return team(story);
    }
    return type == Installed.class ? installed(story) : guarded(story);
  }

  private static Site site(ExtensionContext story) {
    return story.getRoot().getStore(OURS).computeIfAbsent(Site.class, _ -> Site.open(), Site.class);
  }

  private static Team team(ExtensionContext story) {
    return story.getStore(OURS).computeIfAbsent(Team.class, _ -> newTeam(site(story)), Team.class);
  }

  private static Installed installed(ExtensionContext story) {
    var all = story.getParent().orElseThrow();
    return all.getStore(OURS)
        .computeIfAbsent(Installed.class, _ -> Installed.open(), Installed.class);
  }

  private static Guarded guarded(ExtensionContext story) {
    var all = story.getParent().orElseThrow();
    return all.getStore(OURS).computeIfAbsent(Guarded.class, _ -> new Guarded(), Guarded.class);
  }

  private static Team newTeam(Site site) {
    return Team.of(site.cluster(), site.client(), site.shared(), "team-" + TEAMS.incrementAndGet());
  }
}
