package dev.trainyard.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import org.jspecify.annotations.Nullable;

/// The smallest resource a dialect could have: how many workers, and what became of them.
@JsonInclude(JsonInclude.Include.NON_NULL)
record Errand(ObjectMeta metadata, @Nullable Spec spec, @Nullable Status status) {

  record Spec(int workers) {}

  record Status(String phase) {}
}
