package dev.trainyard.yard.apiserver.types;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.Quantity;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// A type with named fields, as one of the model's classes declares it. Its fields are read when
/// they are asked for, because some types contain themselves.
final class StructType {

  private static final String MODEL = "io.fabric8.kubernetes.api.model";
  private static final ConcurrentHashMap<Class<?>, StructType> KNOWN = new ConcurrentHashMap<>();

  private final Class<?> model;
  private volatile Map<String, Field> fields = Map.of();

  private StructType(Class<?> model) {
    this.model = model;
  }

  static StructType of(Class<?> model) {
    return KNOWN.computeIfAbsent(model, StructType::new);
  }

  /// The name of the type alone, the same as in Kubernetes.
  String name() {
    return model.getSimpleName();
  }

  /// A name that no other type has.
  String qualifiedName() {
    var place = model.getPackageName().substring(MODEL.length());
    return "io.k8s.api" + (place.isEmpty() ? ".core.v1" : place) + "." + name();
  }

  Map<String, Field> fields() {
    if (fields.isEmpty()) {
      fields = readFields();
    }
    return fields;
  }

  /// One field, and how strategic patches treat it.
  record Field(Shape shape, MergeRule merge) {}

  private Map<String, Field> readFields() {
    var found = new LinkedHashMap<String, Field>();
    for (var field : model.getDeclaredFields()) {
      var name = Optional.ofNullable(field.getAnnotation(JsonProperty.class));
      if (name.isPresent()) {
        var key = name.get().value().isEmpty() ? field.getName() : name.get().value();
        found.put(key, new Field(shape(field.getGenericType(), key), MergeRule.of(name(), key)));
      }
    }
    return Collections.unmodifiableMap(found);
  }

  private static Shape shape(Type type, String field) {
    if (type instanceof ParameterizedType generic) {
      var arguments = generic.getActualTypeArguments();
      if (generic.getRawType() == List.class) {
        return new Shape.ListOf(shape(arguments[0], ""));
      }
      return generic.getRawType() == Map.class
          ? new Shape.MapOf(shape(arguments[1], ""))
          : new Shape.Anything();
    }
    return type instanceof Class<?> plain ? shape(plain, field) : new Shape.Anything();
  }

  private static Shape shape(Class<?> type, String field) {
    if (type == String.class) {
      var time = field.endsWith("Timestamp") || field.endsWith("Time");
      return new Shape.Text(time ? "date-time" : "");
    }
    if (type == MicroTime.class) {
      return new Shape.Text("date-time");
    }
    if (type == Integer.class || type == int.class) {
      return new Shape.WholeNumber("int32");
    }
    if (type == Long.class || type == long.class) {
      return new Shape.WholeNumber("int64");
    }
    if (type == Boolean.class || type == boolean.class) {
      return new Shape.Flag();
    }
    if (type == Double.class || type == Float.class) {
      return new Shape.Decimal();
    }
    if (type == Quantity.class) {
      return new Shape.Amount();
    }
    if (type == IntOrString.class) {
      return new Shape.NumberOrText();
    }
    // Schemas in definitions have forms that are objects or lists or flags, as their author likes.
    var structured =
        type.getPackageName().startsWith(MODEL)
            && !type.isInterface()
            && !type.getSimpleName().startsWith("JSONSchemaProps")
            && declaresFields(type);
    return structured ? new Shape.Structure(StructType.of(type)) : new Shape.Anything();
  }

  private static boolean declaresFields(Class<?> type) {
    return Arrays.stream(type.getDeclaredFields())
        .anyMatch(field -> field.isAnnotationPresent(JsonProperty.class));
  }
}
