package dev.trainyard.operator.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import org.jspecify.annotations.Nullable;

/// A resource as the API server holds it. Caching it unparsed means that one resource we cannot
/// read is one job with a clear condition, instead of an informer that stops for every job.
public abstract class RawResource extends CustomResource<JsonNode, JsonNode> implements Namespaced {

  @Override
  protected @Nullable JsonNode initSpec() {
    return null;
  }

  @Override
  protected @Nullable JsonNode initStatus() {
    return null;
  }
}
