package dev.trainyard.integration;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Gives stories their site, which is started once for all of them, and a team each.
final class Sites implements ParameterResolver {

  private static final Namespace OURS = Namespace.create(Sites.class);
  private static final AtomicInteger TEAMS = new AtomicInteger();

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext story) {
    var type = parameter.getParameter().getType();
    return type == Site.class || type == Team.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext story) {
    var site =
        story.getRoot().getStore(OURS).computeIfAbsent(Site.class, _ -> Site.open(), Site.class);
    return parameter.getParameter().getType() == Site.class
        ? site
        : story.getStore(OURS).computeIfAbsent(Team.class, _ -> newTeam(site), Team.class);
  }

  private static Team newTeam(Site site) {
    return Team.of(site.cluster(), site.client(), site.shared(), "team-" + TEAMS.incrementAndGet());
  }
}
