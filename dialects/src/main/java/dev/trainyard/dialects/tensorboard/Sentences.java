package dev.trainyard.dialects.tensorboard;

import dev.trainyard.dialects.Problem;
import java.util.List;

/// What is said of a TensorBoard, in conditions and in events alike.
final class Sentences {

  static final String READY = "The TensorBoard is ready to serve";
  static final String NOT_READY = "The TensorBoard is not ready to serve";
  static final String SUSPENDED = "The TensorBoard is suspended";
  static final String NOT_SUSPENDED = "The TensorBoard is running";
  static final String IDLENESS_UNKNOWN = "Nobody counts the requests to the TensorBoard";

  static String refused(List<Problem> problems) {
    return "The TensorBoard is refused: "
        + Problem.joined(problems.stream().filter(Problem::fatal).toList());
  }

  private Sentences() {}
}
