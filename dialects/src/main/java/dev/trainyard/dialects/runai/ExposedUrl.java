package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.runai.WorkloadSettings.Exposure;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// A URL under which a port of a workload can be reached.
///
/// @param alone whether the workload has no other
record ExposedUrl(Network network, Effective item, int index, boolean alone) {

  static final Attached.Kind INGRESSES =
      new Attached.Kind("networking.k8s.io", "v1", "Ingress", "ingresses").madeOnce();

  private static final String AUTH_URL = "nginx.ingress.kubernetes.io/auth-url";
  private static final Pattern URL = Pattern.compile("(?:[a-z]+://)?(?<host>[^/]*)(?<path>/.*)?");

  private Workload workload() {
    return network.workload();
  }

  private Exposure exposure() {
    return workload().ours().exposure();
  }

  private String name() {
    return "tw-%s-url-%d".formatted(workload().name(), index);
  }

  private int container() {
    return item.number("container").orElse(0);
  }

  Attachment service() {
    return network.webService(name(), container());
  }

  Attachment ingress() {
    var rule = new LinkedHashMap<String, Object>();
    host().ifPresent(host -> rule.put("host", host));
    rule.put("http", Map.of("paths", List.of(route())));
    var spec = new LinkedHashMap<String, Object>();
    spec.put("ingressClassName", exposure().ingressClass());
    spec.put("rules", List.of(rule));
    return Attached.once(
        INGRESSES,
        name(),
        new ObjectMetaBuilder()
            .withLabels(new Marks(workload()).ofJob())
            .withAnnotations(annotations())
            .build(),
        spec,
        Lifetime.UNTIL_JOB_GONE);
  }

  private Map<String, Object> route() {
    var route = new LinkedHashMap<String, Object>();
    route.put("path", path());
    route.put("pathType", "Prefix");
    route.put("backend", Map.of("service", Map.of("name", name(), "port", Map.of("number", 80))));
    return route;
  }

  /// What is asked for is taken as it is.
  private Optional<String> host() {
    var own = given().map(url -> url[0]).filter(host -> !host.isEmpty());
    return own.or(
        () ->
            exposure()
                .clusterUrl()
                .map(
                    cluster ->
                        exposure().subdomains() && given().isEmpty()
                            ? "%s-%s.%s".formatted(workload().project(), job(), cluster)
                            : cluster));
  }

  private String path() {
    return given()
        .map(url -> url[1])
        .orElseGet(
            () ->
                exposure().subdomains() && exposure().clusterUrl().isPresent()
                    ? "/"
                    : "/%s/%s".formatted(workload().project(), job()));
  }

  /// Several URLs of one job are told apart by their ports.
  private String job() {
    return alone ? workload().name() : "%s-%d".formatted(workload().name(), container());
  }

  /// Host and path of the URL that the item asks for.
  private Optional<String[]> given() {
    return item.text("url")
        .filter(url -> !url.isEmpty())
        .map(URL::matcher)
        .filter(java.util.regex.Matcher::matches)
        .map(
            url ->
                new String[] {
                  url.group("host"), Optional.ofNullable(url.group("path")).orElse("/")
                });
  }

  private Map<String, String> annotations() {
    var annotations = new LinkedHashMap<String, String>();
    allowed("authorizedUsers", "run.ai/authorized-users", annotations);
    allowed("authorizedGroups", "run.ai/authorized-groups", annotations);
    if (!annotations.isEmpty()) {
      exposure().authUrl().ifPresent(url -> annotations.put(AUTH_URL, url));
    }
    return annotations;
  }

  private void allowed(String member, String annotation, Map<String, String> annotations) {
    var names =
        StreamSupport.stream(item.values().path(member).spliterator(), false)
            .map(name -> name.asText())
            .collect(Collectors.joining(","));
    if (!names.isEmpty()) {
      annotations.put(annotation, names);
    }
  }

  /// The URL of an Ingress that such an item has brought.
  static Optional<String> of(Attachment attachment) {
    if (!attachment.kind().equals(INGRESSES.kind())
        || !(attachment.content() instanceof Content.Given(var object, _))) {
      return Optional.empty();
    }
    var host = object.<Object>get("spec", "rules", 0, "host");
    var path = object.<Object>get("spec", "rules", 0, "http", "paths", 0, "path");
    return Optional.of(host == null ? String.valueOf(path) : "https://%s%s".formatted(host, path));
  }
}
