package dev.trainyard.simulation.proof;

import dev.trainyard.simulation.proof.SeededRun.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// What a person has to read of a broken run: what was done to the job whose rule was broken and to
/// the cluster around it, up to that moment.
final class ShortStory {

  private static final int LONGEST = 40;
  private static final Pattern JOB = Pattern.compile("job-[0-9]+");
  private static final Pattern TIME = Pattern.compile("^ *[0-9.]+ ");
  private static final Pattern BESIDES = Pattern.compile(TIME + " *[-+~] (Event|Service) ");

  /// What was broken, what had gone wrong on purpose, and the story.
  static String told(Outcome broken) {
    return "Seed %d: %s%nFaults: %s%n%s"
        .formatted(
            broken.seed(),
            broken.violation().orElse("nothing was broken"),
            broken.faults(),
            String.join(System.lineSeparator(), of(broken)));
  }

  static List<String> of(Outcome broken) {
    var concerned = jobs(broken.violation().orElse(""));
    var lines =
        broken.story().stream()
            .filter(line -> !BESIDES.matcher(line).find())
            .filter(
                line -> jobs(line).isEmpty() || concerned.isEmpty() || concerns(concerned, line))
            .toList();
    var told = withoutRepetitions(lines);
    return told.subList(Math.max(0, told.size() - LONGEST), told.size());
  }

  private static List<String> withoutRepetitions(List<String> lines) {
    var told = new ArrayList<String>();
    int again = 0;
    for (int i = 0; i < lines.size(); i++) {
      if (i > 0 && withoutTime(lines.get(i)).equals(withoutTime(lines.get(i - 1)))) {
        again++;
      } else {
        if (again > 0) {
          told.add("           and %d times more".formatted(again));
        }
        again = 0;
        told.add(lines.get(i));
      }
    }
    return told;
  }

  private static String withoutTime(String line) {
    return TIME.matcher(line).replaceFirst("");
  }

  private static boolean concerns(List<String> jobs, String line) {
    return jobs(line).stream().anyMatch(jobs::contains);
  }

  private static List<String> jobs(String text) {
    return JOB.matcher(text).results().map(MatchResult::group).toList();
  }

  private ShortStory() {}
}
