package dev.trainyard.operator;

import dev.trainyard.engine.model.Attachment.Content.EnvFile;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The text of an environment file, with every reference replaced by what it stands for: the
/// variables as a kubelet would set them, one a line. Not a record, since those print what they
/// hold.
final class EnvFileText {

  private static final String CONFIG_MAP = "ConfigMap";
  private static final String SECRET = "Secret";

  /// `$$` is a dollar sign, `$(NAME)` the value of a variable before.
  private static final Pattern REFERENCE = Pattern.compile("\\$(?:(\\$)|\\(([^()$]+)\\))");

  private final Sources sources;
  private final Map<String, Optional<GenericKubernetesResource>> asked = new HashMap<>();

  /// Those without a value are withheld. The order is that of the file.
  private final Map<String, Optional<String>> variables = new LinkedHashMap<>();

  private final List<String> missing = new ArrayList<>();

  /// Where the objects are found that variables refer to.
  interface Sources {
    Optional<GenericKubernetesResource> find(String kind, String name);
  }

  static EnvFileText of(EnvFile file, Sources sources) {
    var text = new EnvFileText(sources);
    file.from().forEach(text::addAll);
    // References reach only the variables that are listed one by one, as in a kubelet.
    var listed = new HashMap<String, Optional<String>>();
    file.env().forEach(one -> text.add(one, listed));
    return text;
  }

  private EnvFileText(Sources sources) {
    this.sources = sources;
  }

  /// Lines of `NAME=VALUE`, and no others: whoever reads them splits each at its first `=`.
  String text() {
    var text = new StringBuilder();
    variables.forEach(
        (name, value) ->
            value.ifPresent(known -> text.append(name).append('=').append(known).append('\n')));
    return text.toString();
  }

  /// The names of variables whose value is known only inside of a pod, or does not fit on a line.
  List<String> withheld() {
    return variables.entrySet().stream()
        .filter(variable -> variable.getValue().isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }

  /// What is referred to, not optional and not there, in words that tell no value.
  List<String> missing() {
    return missing.stream().distinct().toList();
  }

  private void addAll(EnvFromSource source) {
    var prefix = Optional.ofNullable(source.getPrefix()).orElse("");
    Optional.ofNullable(source.getConfigMapRef())
        .ifPresent(map -> addAll(prefix, CONFIG_MAP, map.getName(), isOptional(map.getOptional())));
    Optional.ofNullable(source.getSecretRef())
        .ifPresent(
            secret -> addAll(prefix, SECRET, secret.getName(), isOptional(secret.getOptional())));
  }

  private void addAll(String prefix, String kind, String name, boolean optional) {
    find(kind, name, optional)
        .ifPresent(
            object ->
                texts(kind, object).forEach((key, value) -> put(prefix + key, fitting(value))));
  }

  private void add(EnvVar variable, Map<String, Optional<String>> listed) {
    Consumer<Optional<String>> set =
        value -> {
          listed.put(variable.getName(), value);
          put(variable.getName(), fitting(value));
        };
    var source = variable.getValueFrom();
    if (source == null) {
      set.accept(expanded(Optional.ofNullable(variable.getValue()).orElse(""), listed));
    } else if (source.getConfigMapKeyRef() != null || source.getSecretKeyRef() != null) {
      refer(source, set);
    } else {
      set.accept(Optional.empty());
    }
  }

  private void refer(EnvVarSource source, Consumer<Optional<String>> set) {
    var map = source.getConfigMapKeyRef();
    if (map != null) {
      refer(CONFIG_MAP, map.getName(), map.getKey(), isOptional(map.getOptional()), set);
    } else {
      var secret = source.getSecretKeyRef();
      refer(SECRET, secret.getName(), secret.getKey(), isOptional(secret.getOptional()), set);
    }
  }

  private void refer(
      String kind, String name, String key, boolean optional, Consumer<Optional<String>> set) {
    var object = find(kind, name, optional);
    if (object.isEmpty()) {
      return;
    }
    var value = texts(kind, object.get()).get(key);
    if (value != null) {
      set.accept(value);
    } else if (!optional) {
      missing.add("%s %s has no key %s".formatted(kind, name, key));
    }
  }

  private Optional<GenericKubernetesResource> find(String kind, String name, boolean optional) {
    var object = asked.computeIfAbsent(kind + " " + name, _ -> sources.find(kind, name));
    if (object.isEmpty() && !optional) {
      missing.add("%s %s does not exist".formatted(kind, name));
    }
    return object;
  }

  private static boolean isOptional(@Nullable Boolean optional) {
    return Boolean.TRUE.equals(optional);
  }

  private static Map<String, Optional<String>> texts(
      String kind, GenericKubernetesResource object) {
    var texts = new TreeMap<String, Optional<String>>();
    if (object.get("data") instanceof Map<?, ?> data) {
      data.forEach(
          (key, value) -> {
            var text = String.valueOf(value);
            texts.put(String.valueOf(key), kind.equals(SECRET) ? decoded(text) : Optional.of(text));
          });
    }
    return texts;
  }

  private static Optional<String> decoded(String code) {
    try {
      var bytes = ByteBuffer.wrap(Base64.getDecoder().decode(code));
      return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
    } catch (CharacterCodingException | IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Optional<String> fitting(Optional<String> value) {
    return value.filter(text -> text.indexOf('\n') < 0 && text.indexOf('\r') < 0);
  }

  /// A reference to a variable that nobody knows stays as it is; one to a variable whose value only
  /// its pod knows makes this one such a variable too.
  private static Optional<String> expanded(String value, Map<String, Optional<String>> before) {
    boolean known =
        REFERENCE
            .matcher(value)
            .results()
            .map(reference -> reference.group(2))
            .allMatch(name -> name == null || !isWithheld(name, before));
    return known
        ? Optional.of(
            REFERENCE
                .matcher(value)
                .replaceAll(found -> Matcher.quoteReplacement(meaning(found, before))))
        : Optional.empty();
  }

  private static boolean isWithheld(String name, Map<String, Optional<String>> before) {
    return Optional.ofNullable(before.get(name)).filter(Optional::isEmpty).isPresent();
  }

  private static String meaning(MatchResult found, Map<String, Optional<String>> before) {
    return found.group(1) != null
        ? "$"
        : Optional.ofNullable(before.get(found.group(2)))
            .flatMap(value -> value)
            .orElse(found.group());
  }

  /// The last one of a name counts, and stands where it was said last.
  private void put(String name, Optional<String> value) {
    variables.remove(name);
    variables.put(name, value);
  }
}
