package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Makes AppWrappers: of settings, and of resources.
public final class Generator {

  public static final String PACKED_NAME = "sample-appwrapper";

  /// Equal to what the chart makes of the same settings, where that is of any use.
  ///
  /// @param written the settings as their author wrote them
  public static Generated generate(ObjectNode written, Chart chart, YamlLists lists) {
    var problems = Rules.check(written, chart);
    if (!problems.isEmpty()) {
      return new Generated.Refused(problems);
    }
    var wrapper = Wrapper.of(new Settled(written), chart, lists);
    var warnings = new ArrayList<Problem>(Advice.on(written, lists));
    warnings.addAll(Foresight.of(wrapper));
    return new Generated.Made(wrapper, warnings);
  }

  /// Resources, unchanged and in their order, as one AppWrapper.
  public static ObjectNode pack(String name, List<ObjectNode> resources) {
    return Wrapper.packed(name, resources);
  }

  /// Every setting a chart knows, in the order of its documentation.
  public static List<String> settings(Chart chart) {
    return known(chart).map(Setting::name).toList();
  }

  /// What a setting takes and does; nothing where there is no such setting in any chart.
  public static Optional<List<String>> explain(String name) {
    return Catalogue.find(name).map(Explanation::of);
  }

  /// A file to start from, with everything that can be set as a comment.
  public static String starter(Chart chart) {
    return Starter.of(known(chart).toList(), chart);
  }

  private static Stream<Setting> known(Chart chart) {
    return Catalogue.ALL.stream().filter(setting -> setting.in(chart));
  }

  private Generator() {}
}
