package dev.reprise.execution.tool;

import dev.reprise.agent.Cost;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.policy.CostGates;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One call of a tool of its own, and whether the default rules have a person decide about it.
 *
 * @param cost what the tool declares; empty if it declares nothing
 * @param items in the longest array of the arguments
 */
record Operation(
    int number,
    EffectClass effect,
    Optional<Cost> cost,
    boolean rebuilds,
    boolean dangerous,
    int items) {

  /** Of tools that need not be asked about their calls; the rules tell apart the first alone. */
  private static final List<EffectClass> EFFECTS =
      List.of(EffectClass.READ_ONLY, EffectClass.IDEMPOTENT, EffectClass.ONCE);

  private static final List<String> AT_THE_LIMITS =
      List.of("0", "0.0999999", "0.10", "0.4999999", "0.50", "0.5000001");

  private static final JsonValue SCHEMA =
      new JsonValue(
          """
          {"type": "object", "additionalProperties": false,
           "properties": {"items": {"type": "array", "items": {"type": "integer"}}}}""");

  static Operation random(int number, RandomGenerator random) {
    return new Operation(
        number,
        EFFECTS.get(random.nextInt(EFFECTS.size())),
        cost(random),
        random.nextInt(4) == 0,
        random.nextInt(8) == 0,
        random.nextInt(2) == 0 ? random.nextInt(100) : 50 + random.nextInt(2));
  }

  private static Optional<Cost> cost(RandomGenerator random) {
    if (random.nextInt(5) == 0) {
      return Optional.empty();
    }
    String amount =
        random.nextInt(4) == 0
            ? AT_THE_LIMITS.get(random.nextInt(AT_THE_LIMITS.size()))
            : BigDecimal.valueOf(random.nextInt(100), 2).toString();
    String currency = random.nextInt(20) == 0 ? "EUR" : Cost.CURRENCY;
    return Optional.of(new Cost(new BigDecimal(amount), currency, LocalDate.of(2026, 1, 2)));
  }

  String name() {
    return "operation_" + number;
  }

  /** Says the rules of the documentation once more, without the code that applies them. */
  boolean needsAPerson() {
    if (dangerous) {
      return true;
    }
    if (cost.isEmpty()) {
      return rebuilds || (items > 50 && effect != EffectClass.READ_ONLY);
    }
    double amount = cost.get().amount().doubleValue();
    boolean comparable = cost.get().currency().equals(Cost.CURRENCY) || amount == 0;
    return !comparable || amount >= 0.5 || (amount >= 0.1 && (rebuilds || items > 50));
  }

  ToolDeclaration declaration() {
    List<String> tags = new ArrayList<>();
    if (rebuilds) {
      tags.add(CostGates.REBUILD);
    }
    ToolDeclaration.Builder tool =
        ToolDeclaration.named(name(), effect)
            .describedAs("An operation.")
            .in("test", tags)
            .taking(SCHEMA)
            .dangerousIf(dangerous);
    cost.ifPresent(tool::costing);
    return tool.build();
  }

  /** Returns the call as the script of a model has it. */
  String call() {
    String array = IntStream.range(0, items).mapToObj(i -> "7").collect(Collectors.joining(","));
    return "{\"id\": \"%s\", \"tool\": \"%s\", \"arguments\": {\"items\": [%s]}}"
        .formatted(name(), name(), array);
  }
}
