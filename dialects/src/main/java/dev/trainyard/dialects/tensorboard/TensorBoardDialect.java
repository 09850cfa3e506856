package dev.trainyard.dialects.tensorboard;

import dev.trainyard.api.tensorstack.TensorBoard;
import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Queues;
import dev.trainyard.dialects.Wish;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// TensorStack's `TensorBoard`. It trains nothing, and is kept alive by the same path as what does.
public final class TensorBoardDialect implements Dialect<TensorBoard> {

  @Override
  public Kind kind() {
    return new Kind(
        TensorBoard.GROUP,
        TensorBoard.VERSION,
        TensorBoard.KIND,
        TensorBoard.PLURAL,
        List.of("tb"),
        TensorBoard.class);
  }

  @Override
  public List<Problem> validate(TensorBoard resource, Optional<TensorBoard> before, Lookup lookup) {
    var board = new Board(resource);
    var problems = new ArrayList<>(Rules.check(board));
    boolean atWork = before.isEmpty() && resource.status() != null;
    if (!atWork && !board.isOwned()) {
      board
          .queue()
          .ifPresent(queue -> problems.addAll(Queues.closedTo(board.namespace(), queue, lookup)));
    }
    return problems;
  }

  @Override
  public Set<Attached.Kind> judgesBy() {
    return Set.of(Queues.KIND, Queues.NAMESPACES);
  }

  @Override
  public Reading read(TensorBoard resource, Lookup lookup) {
    var board = new Board(resource);
    var problems = Rules.check(board).stream().filter(Problem::fatal).toList();
    return problems.isEmpty()
        ? new Reading.Job(Neutral.of(board, lookup.settings()))
        : new Reading.Refused(problems);
  }

  @Override
  public JobState recall(TensorBoard resource) {
    return StatusReading.of(Optional.ofNullable(resource.status()));
  }

  @Override
  public TensorBoard withStatus(TensorBoard resource, JobState state, Instant now) {
    return resource.withStatus(new StatusWriting(new Board(resource), now).of(state));
  }

  @Override
  public TensorBoard refused(TensorBoard resource, List<Problem> problems, Instant now) {
    return resource.withStatus(new StatusWriting(new Board(resource), now).refused(problems));
  }

  @Override
  public List<EventText> tell(TensorBoard resource, Fact fact) {
    return Narration.of(new Board(resource), fact);
  }

  @Override
  public List<EventText> tell(TensorBoard resource, List<Problem> problems) {
    return Narration.of(problems);
  }

  @Override
  public boolean grants(Wish wish) {
    return switch (wish) {
      case Wish.Pause _, Wish.Resume _, Wish.Restart _ -> true;
      case Wish.Scale _, Wish.Debug _ -> false;
    };
  }

  @Override
  public Answer answer(TensorBoard resource, Wish wish) {
    return new Levers(new Board(resource)).answer(wish);
  }
}
