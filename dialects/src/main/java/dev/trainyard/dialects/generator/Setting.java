package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// One setting: what it takes, what it is without, and what it does.
///
/// @param standard what holds where it is not written; missing where nothing does
/// @param otherwise what not writing it means, for people
/// @param meaning what it does, in sentences
/// @param sample a value worth starting from, as YAML
record Setting(
    String name,
    Group group,
    Form form,
    JsonNode standard,
    String otherwise,
    Tenure tenure,
    String meaning,
    List<String> sample) {

  Setting {
    sample = List.copyOf(sample);
  }

  enum Group {
    METADATA("Job metadata"),
    RESOURCES("Resources"),
    WORKLOAD("Workload"),
    ADVANCED("Advanced"),
    FAULT_TOLERANCE("Fault tolerance");

    final String title;

    Group(String title) {
      this.title = title;
    }
  }

  /// Which charts know a setting.
  ///
  /// @param words such as `since 1.1.7`; empty where all do
  /// @param instead what to do where a chart does not
  record Tenure(List<Chart> charts, String words, String instead) {
    Tenure {
      charts = List.copyOf(charts);
    }

    static final Tenure ALWAYS = new Tenure(List.of(Chart.values()), "", "");

    static Tenure since(String version) {
      return new Tenure(List.of(Chart.NEWEST), "since " + version, "use --chart " + Chart.NEWEST);
    }

    static Tenure until(String version, String instead) {
      return new Tenure(List.of(Chart.DOCUMENTED), "until " + version, instead);
    }
  }

  boolean in(Chart chart) {
    return tenure.charts().contains(chart);
  }
}
