package dev.reprise.run.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.budget.Spending;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.run.Snapshot;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Model calls without an answer count towards the budget, and towards nothing else. */
class UnansweredCallTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final ModelId MODEL = new ModelId("acme", "large");
  private static final ModelEvent.Unanswered CALL =
      new ModelEvent.Unanswered("look", 1, MODEL, new Usage(900, 1_000), cost("0.25"));

  @Test
  void countTowardsTheBudgetAsTheyWereExpected() {
    RunState state = begun().apply(CALL).apply(reply("0.5"));

    assertThat(state.budgetSpent())
        .isEqualTo(new Spending(new BigDecimal("0.75"), 1_900 + 7, 2, 0));
    assertThat(state.consumption().usage()).isEqualTo(new Usage(3, 4));
    assertThat(state.consumption().cost())
        .isEqualTo(new TotalCost(new BigDecimal("0.5"), "USD", 0));
    assertThat(state.consumption().iterations()).isEqualTo(1);
  }

  @Test
  void areNoStepForward() {
    RunState again = begun().apply(new LifecycleEvent.Admitted("other#1", NOW));
    assertThat(again.attempts()).isPositive();

    assertThat(again.apply(CALL).attempts()).isEqualTo(again.attempts());
  }

  @Test
  void useUpTheApprovalOfAnExpensiveCall() {
    var dear =
        new LimitCrossing(
            LimitCrossing.Kind.CALL_USD,
            new BigDecimal("0.5"),
            BigDecimal.ZERO,
            Optional.of(new BigDecimal("0.6")),
            Optional.empty());
    RunState approved =
        begun()
            .apply(new PhaseEvent.BudgetReached("look", dear))
            .apply(
                new ControlEvent.Resumed("ana", Optional.empty(), NOW)
                    .approving(new BigDecimal("0.6")));
    assertThat(approved.consumption().allowance().approvedCall()).isPresent();

    assertThat(approved.apply(CALL).consumption().allowance().approvedCall()).isEmpty();
  }

  @Test
  void areNotCountedAgainAfterAFork() {
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

    assertThat(begun().apply(CALL).apply(forked).budgetSpent()).isEqualTo(Spending.NONE);
  }

  @Test
  void areInTheSnapshot() {
    RunState state = begun().apply(CALL);

    assertThat(Snapshot.read(Snapshot.of(state), state.agent())).contains(state);
  }

  private static RunState begun() {
    return RunState.of(Agents.agent("surveyor").phase("look").build())
        .apply(Submissions.of("surveyor", "v", JsonValue.EMPTY_OBJECT, "here", "ana"))
        .apply(new LifecycleEvent.Admitted("here#1", NOW))
        .apply(new PhaseEvent.Started("look", "go", NOW));
  }

  private static ModelEvent.Replied reply(String usd) {
    return new ModelEvent.Replied(
        "look",
        1,
        List.of(),
        new Usage(3, 4),
        Optional.empty(),
        MODEL,
        cost(usd),
        Optional.empty());
  }

  private static Optional<Cost> cost(String usd) {
    return Optional.of(new Cost(new BigDecimal(usd), "USD", LocalDate.of(2026, 1, 1)));
  }
}
