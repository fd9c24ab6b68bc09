package dev.reprise.tool.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.CallEstimate.Verdict;
import dev.reprise.agent.Cost;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.Explained;
import dev.reprise.agent.message.Explanation.Code;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.tool.ToolDeclaration;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which calls are expensive or large enough for a person to decide. */
class CostGatesTest {

  private static final ApprovalScope SCOPE = new ApprovalScope("acme", "clerk");
  private static final String FREE = "-";

  private final CostGates gates = new CostGates(CostLimits.DEFAULT);

  @ParameterizedTest
  @CsvSource({
    "0, PASSED",
    "0.0999999, PASSED",
    "0.10, NOTICE",
    "0.4999999, NOTICE",
    "0.50, ASKED",
    "7000, ASKED"
  })
  void decidesByTheCostThatIsExpected(String cost, Verdict verdict) {
    CostGates.Gate gate = gate(EffectClass.READ_ONLY, cost, false, 0);

    assertThat(gate.estimate())
        .contains(new CallEstimate(new BigDecimal(cost), Cost.CURRENCY, verdict));
    assertThat(gate.why().isPresent()).isEqualTo(verdict == Verdict.ASKED);
  }

  @ParameterizedTest
  @CsvSource({
    "IDEMPOTENT, -,    false, 50,  false",
    "IDEMPOTENT, -,    false, 51,  true",
    "READ_ONLY,  -,    false, 51,  false",
    "READ_ONLY,  0.20, false, 51,  true",
    "IDEMPOTENT, 0.20, false, 51,  true",
    "IDEMPOTENT, 0.09, false, 999, false",
    "IDEMPOTENT, -,    true,  0,   true",
    "IDEMPOTENT, 0.20, true,  0,   true",
    "IDEMPOTENT, 0.09, true,  0,   false",
  })
  void asksAboutLargeBatchesAndRebuildsThatAreNotKnownToBeCheap(
      EffectClass effect, String cost, boolean rebuilds, int items, boolean asks) {
    assertThat(gate(effect, cost, rebuilds, items).why().isPresent()).isEqualTo(asks);
  }

  @Test
  void asksIfACostCannotBeCompared() {
    var cost = Optional.of(new ExpectedCost(new BigDecimal("0.01"), "EUR"));

    assertThat(gates.gate(SCOPE, tool(EffectClass.READ_ONLY, false), call(0), cost).why())
        .get()
        .asString()
        .contains("0.01 EUR");
  }

  @Test
  void saysWhy() {
    assertThat(gate(EffectClass.READ_ONLY, "0.80", false, 0).why())
        .contains(
            new Explained(
                "It is expected to cost 0.8 USD, and 0.50 USD or more needs approval.",
                Code.COST_NEEDS_APPROVAL
                    .with("needed", "0.8")
                    .with("currency", "USD")
                    .with("limit", "0.50")));
    assertThat(gate(EffectClass.ONCE, FREE, false, 120).why())
        .contains(
            new Explained(
                "It is for 120 items, and more than 50 need approval.",
                Code.MANY_ITEMS.with("count", 120).with("most", 50)));
    assertThat(gate(EffectClass.ONCE, FREE, true, 0).why())
        .contains(new Explained("It rebuilds something as a whole.", Code.REBUILDS.alone()));
  }

  /** S4-28: all of what reaches a threshold is asked about, and nothing else. */
  @Test
  void asksAboutAllOfAThousandOperationsOverTheThresholdAndNoneBelow() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    int asked = 0;
    for (int i = 0; i < 1_000; i++) {
      BigDecimal cost = BigDecimal.valueOf(random.nextInt(100), 2);
      int items = random.nextInt(100);
      boolean rebuilds = random.nextInt(4) == 0;
      boolean expected =
          cost.doubleValue() >= 0.5 || (cost.doubleValue() >= 0.1 && (items > 50 || rebuilds));

      boolean asks = gate(EffectClass.ONCE, cost.toString(), rebuilds, items).why().isPresent();

      assertThat(asks)
          .as("seed %d: %s USD, %d items, rebuilds: %s", seed, cost, items, rebuilds)
          .isEqualTo(expected);
      asked += asks ? 1 : 0;
    }
    assertThat(asked).isBetween(500, 950);
  }

  @Test
  void takesTheLimitsOfTheRunsTenant() {
    var own =
        new CostGates(
            config(
                Map.of(
                    "reprise.approvals.ask-from", "2",
                    "reprise.approvals.tenant.acme.ask-from", "0.3",
                    "reprise.approvals.tenant.acme.notice-from", "0.3")));
    ToolDeclaration tool = tool(EffectClass.ONCE, false);

    assertThat(own.gate(SCOPE, tool, call(0), usd("0.30")).why()).isPresent();
    var others = new ApprovalScope("others", "clerk");
    assertThat(own.gate(others, tool, call(0), usd("0.30")).why()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "reprise.approvals.ask-from, 0.05, ask-from at least that",
    "reprise.approvals.notice-from, -1, notice-from must be a number of at least 0",
    "reprise.approvals.batch-items, 0, batch-items must be a whole number of at least 1",
    "reprise.approvals.tenant.acme.ask-form, 1, 'reprise.approvals.tenant.acme.ask-form'",
    "reprise.approvals.agent.clerk.ask-form, 1, 'reprise.approvals.agent.clerk.ask-form'",
    "reprise.approvals.agent.clerk.by-submitter, false, must be reprise.approvals.agent.<name>. and one of",
    "reprise.approvals.agent.clerk.ask-from, 0.05, reprise.approvals.agent.clerk.*: notice-from",
    "reprise.approvals.tenant.ask-from, 1, 'reprise.approvals.tenant.ask-from'",
  })
  void refusesLimitsOutOfBounds(String property, String value, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CostGates(config(Map.of(property, value))))
        .withMessageContaining(problem);
  }

  private CostGates.Gate gate(EffectClass effect, String cost, boolean rebuilds, int items) {
    Optional<ExpectedCost> expected = cost.equals(FREE) ? Optional.empty() : usd(cost);
    return gates.gate(SCOPE, tool(effect, rebuilds), call(items), expected);
  }

  private static Config config(Map<String, String> values) {
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(values, "test", 100))
        .build();
  }

  private static Optional<ExpectedCost> usd(String amount) {
    return Optional.of(new ExpectedCost(new BigDecimal(amount), Cost.CURRENCY));
  }

  private static ToolDeclaration tool(EffectClass effect, boolean rebuilds) {
    return ToolDeclaration.named("index", effect)
        .in("data", rebuilds ? List.of(CostGates.REBUILD) : List.of())
        .build();
  }

  private static ToolCall call(int items) {
    String array = IntStream.range(0, items).mapToObj(i -> "7").collect(Collectors.joining(","));
    return new ToolCall("c1", "index", new JsonValue("{\"deep\":{\"ids\":[" + array + "]}}"));
  }
}
