package dev.trainyard.api;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/// The mark that our clients put on what stands in the place of an object that its type cannot
/// hold. All else that is said there is not the object's: it is left alone until it can be read.
public final class UnreadableMark {

  public static final String ANNOTATION = "trainyard.dev/unreadable";

  public static boolean on(HasMetadata object) {
    return why(object).isPresent();
  }

  public static Optional<String> why(HasMetadata object) {
    return Optional.ofNullable(object.getMetadata().getAnnotations())
        .flatMap(annotations -> Optional.ofNullable(annotations.get(ANNOTATION)));
  }

  private UnreadableMark() {}
}
