package dev.reprise.run.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.Snapshot;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What the calls of a run cost together. */
class CostTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Usage USED = new Usage(3, 4);
  private static final Failure TROUBLE = new Failure("trouble", "as it happens");
  private static final ModelChoice MODEL = new ModelChoice("acme", "large", JsonValue.EMPTY_OBJECT);
  private static final ModelId NAMED = MODEL.id();

  @Test
  void addsKnownCostsAndCountsUnknownOnes() {
    RunState state = replied(replied(replied(begun(), 1, "0.25"), 2, ""), 3, "0.1");

    assertThat(state.consumption().cost())
        .isEqualTo(new TotalCost(new BigDecimal("0.35"), "USD", 1));
  }

  @Test
  void countsCostsInAnotherCurrencyAsUnknown() {
    var euros = Optional.of(new Cost(BigDecimal.ONE, "EUR", LocalDate.of(2026, 1, 1)));

    assertThat(TotalCost.NONE.plus(euros)).isEqualTo(TotalCost.unknown(1));
  }

  @Test
  void countsSummariesEvenIfUselessButNoCallWithoutAReply() {
    RunState state =
        replied(replied(begun(), 1, "1"), 2, "1")
            .apply(new ModelEvent.TranscriptCompacted("look", 2, 2, "s", USED, NAMED, cost("0.5")))
            .apply(
                new ModelEvent.CompactionFailed(
                    "look", 2, TROUBLE, USED, Optional.of(NAMED), cost("0.25")))
            .apply(
                new ModelEvent.CompactionFailed(
                    "look", 2, TROUBLE, Usage.NONE, Optional.empty(), Optional.empty()));

    assertThat(state.consumption().cost())
        .isEqualTo(new TotalCost(new BigDecimal("2.75"), "USD", 0));
    assertThat(
            state
                .apply(
                    new ModelEvent.CompactionFailed(
                        "look", 2, TROUBLE, Usage.NONE, Optional.of(NAMED), cost("")))
                .consumption()
                .cost()
                .unknownCalls())
        .isEqualTo(1);
  }

  @Test
  void separatesInheritedCostsInAFork() {
    var forked =
        new LifecycleEvent.Forked(
            new UUID(0, 1),
            5,
            "hash",
            List.of(),
            "ana",
            NOW,
            Optional.empty(),
            "v",
            Optional.empty());
    RunState state = replied(replied(begun(), 1, "1").apply(forked), 2, "2");

    assertThat(state.consumption().cost().amount()).isEqualTo(new BigDecimal("3"));
    assertThat(state.consumption().inheritedCost().amount()).isEqualTo(new BigDecimal("1"));
  }

  @Test
  void isTheSameFromACheckpoint() {
    RunState state = replied(replied(begun(), 1, "0.0000005"), 2, "");

    assertThat(Snapshot.read(Snapshot.of(state), state.agent())).contains(state);
  }

  private static RunState replied(RunState state, int iteration, String amount) {
    var call = new ToolCall("c" + iteration, "look", JsonValue.EMPTY_OBJECT);
    List<Block> said = Block.of("", List.of(call));
    return state
        .apply(
            new ModelEvent.Replied(
                "look",
                iteration,
                said,
                USED,
                Optional.empty(),
                NAMED,
                cost(amount),
                Optional.empty()))
        .apply(
            new ToolCallEvent.Completed(
                new CallLocation("look", iteration, call.id()),
                "seen",
                List.of(),
                Optional.empty()));
  }

  private static Optional<Cost> cost(String amount) {
    return amount.isEmpty()
        ? Optional.empty()
        : Optional.of(new Cost(new BigDecimal(amount), "USD", LocalDate.of(2026, 1, 1)));
  }

  private static RunState begun() {
    var agent = Agents.agent("clerk").model(MODEL).phase("look", "look").build();
    return RunState.of(agent)
        .apply(Submissions.of("clerk", "v", JsonValue.EMPTY_OBJECT, "here", "ana"))
        .apply(new LifecycleEvent.Admitted("here", NOW))
        .apply(new PhaseEvent.Started("look", "go", NOW));
  }
}
