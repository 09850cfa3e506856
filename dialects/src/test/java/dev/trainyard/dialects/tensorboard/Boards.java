package dev.trainyard.dialects.tensorboard;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.api.tensorstack.TensorBoard;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.engine.model.TrainingJob;
import java.util.List;
import java.util.Optional;

/// Makes TensorBoards of which a test writes only the spec.
final class Boards {

  static final TensorBoardDialect DIALECT = new TensorBoardDialect();
  static final Lookup LOOKUP = Lookup.nothing(Settings.defaults(Place.CLUSTER));
  static final String OVER_A_CLAIM = "logDir: {pvc: [{name: logs, subPath: [mnist]}]}";

  /// Its names end in the characters that belong to this name and uid.
  static TensorBoard board(String spec) {
    return named("mnist", spec);
  }

  static TensorBoard named(String name, String spec) {
    var text =
        """
        metadata:
          name: %s
          namespace: team-a
          uid: cffea855-5ce2-496a-8956-f6e76fe2f565
        spec: {%s}
        """
            .formatted(name, spec);
    try {
      var json = new YAMLMapper().readTree(text);
      if (Codec.of(TensorBoard.class).parse(json)
          instanceof Parsed.Understood<TensorBoard>(var board)) {
        return board;
      }
      throw new AssertionError("not understood: " + text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(text, e);
    }
  }

  static List<String> problems(TensorBoard board) {
    return DIALECT.validate(board, Optional.empty(), LOOKUP).stream()
        .map(Problem::toString)
        .toList();
  }

  static TrainingJob read(TensorBoard board) {
    return switch (DIALECT.read(board, LOOKUP)) {
      case Reading.Job(var job) -> job;
      case Reading.NotOurs(var why) -> throw new AssertionError(why);
      case Reading.Refused(var problems) -> throw new AssertionError(problems.toString());
    };
  }

  private Boards() {}
}
