package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.trainyard.api.runai.ValueType;
import dev.trainyard.dialects.pods.Amounts;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// The rules of a policy about one value, as they are written.
record PolicyRule(JsonNode rules) {

  boolean required() {
    return flag("required", false);
  }

  boolean canEdit() {
    return flag("canEdit", true);
  }

  boolean canAdd() {
    return flag("canAdd", true);
  }

  boolean canRemove() {
    return flag("canRemove", true);
  }

  /// Every reason why a value is not allowed.
  List<String> against(JsonNode value, ValueType type) {
    var reasons = new ArrayList<String>();
    if (type == ValueType.INTEGER || type == ValueType.AMOUNT) {
      Amounts.parse(value.asText()).ifPresent(amount -> bounds(amount, reasons));
    }
    var options = options();
    if (type == ValueType.STRING && !options.isEmpty() && !options.contains(value.asText())) {
      reasons.add("must be one of [%s]".formatted(String.join(", ", options)));
    }
    return reasons;
  }

  /// A number that follows another one where nobody has said it.
  Optional<DefaultFrom> defaultFrom() {
    var from = rules.path("defaultFrom");
    return Amounts.parse(from.path("factor").asText())
        .filter(_ -> from.path("field").isTextual())
        .map(factor -> new DefaultFrom(from.path("field").textValue(), factor));
  }

  /// Rules about numbers that are none.
  Stream<String> meaningless() {
    return Stream.of("min", "max", "step").filter(name -> present(name) && bound(name).isEmpty());
  }

  private void bounds(BigDecimal amount, List<String> reasons) {
    bound("max")
        .filter(most -> amount.compareTo(most) > 0)
        .ifPresent(_ -> reasons.add("must be no greater than " + text("max")));
    bound("min")
        .filter(least -> amount.compareTo(least) < 0)
        .ifPresent(_ -> reasons.add("must be no less than " + text("min")));
    bound("step")
        .filter(step -> step.signum() > 0)
        .filter(
            step ->
                amount.subtract(bound("min").orElse(BigDecimal.ZERO)).remainder(step).signum() != 0)
        .ifPresent(
            _ ->
                reasons.add(
                    "must be %s plus a multiple of %s"
                        .formatted(present("min") ? text("min") : "0", text("step"))));
  }

  private List<String> options() {
    return StreamSupport.stream(rules.path("options").spliterator(), false)
        .map(option -> option.isObject() ? option.path("value") : option)
        .map(JsonNode::asText)
        .toList();
  }

  private Optional<BigDecimal> bound(String name) {
    return Amounts.parse(text(name));
  }

  private boolean present(String name) {
    return !rules.path(name).isMissingNode() && !rules.path(name).isNull();
  }

  private String text(String name) {
    return rules.path(name).asText();
  }

  private boolean flag(String name, boolean usual) {
    return Values.normalised(ValueType.BOOLEAN, rules.path(name))
        .orElse(BooleanNode.valueOf(usual))
        .booleanValue();
  }

  record DefaultFrom(String field, BigDecimal factor) {}
}
