package dev.reprise.run.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.budget.Spending;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.Budgets;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.Submissions;
import dev.reprise.run.state.CallKey;
import dev.reprise.run.state.RunState;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A run and its child runs spend one budget together. */
class TreeBudgetTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final UUID PARENT = new UUID(0, 1);

  private final AgentDefinition generous =
      Agents.agent("clerk").phase("only").budget(Budgets.usd("9")).build();

  @Test
  void aChildRunSpendsItsShareEvenIfItsAgentMaySpendMore() {
    assertThat(child(Budgets.usd("0.10")).budget()).isEqualTo(Budgets.usd("0.10"));
    assertThat(child(Budgets.tokens(5)).budget())
        .isEqualTo(Budgets.usd("9").replacedBy(Budgets.tokens(5)));
  }

  /** Its parent waits for it, and no person could raise the share. */
  @Test
  void aChildRunThatReachesItsShareFails() {
    var reached =
        new LimitCrossing(
            LimitCrossing.Kind.RUN_USD,
            new BigDecimal("0.10"),
            BigDecimal.ZERO,
            Optional.of(BigDecimal.ONE),
            Optional.empty());
    RunState child =
        child(Budgets.usd("0.10")).apply(new PhaseEvent.BudgetReached("only", reached));

    assertThat(new Decider(3).next(child, NOW))
        .isInstanceOfSatisfying(
            NextStep.FailPhase.class,
            fail -> assertThat(fail.failure().code()).isEqualTo("budget_exceeded"));
  }

  @Test
  void whatAChildRunSpentCountsForItsParentAndTheRestIsLeft() {
    var ofTools = new Spending(new BigDecimal("0.25"), 1_900, 2, 4);
    var spent =
        new DelegatedUsage(
            1,
            3,
            new Usage(300, 200),
            new TotalCost(new BigDecimal("1.5"), "USD", 0),
            Optional.of(ofTools));

    RunState parent = delegating().apply(returned(spent));

    assertThat(parent.budgetSpent())
        .isEqualTo(new Spending(new BigDecimal("1.75"), 500 + 1_900 + 2, 1 + 3 + 2, 4));
    assertThat(parent.budget().minus(parent.budgetSpent()).usd()).contains(new BigDecimal("7.25"));
  }

  private static ChildRunEvent.Returned returned(DelegatedUsage spent) {
    return new ChildRunEvent.Returned(
        "only", 1, "c", ownChild(), "done", Optional.empty(), Optional.empty(), spent);
  }

  private RunState delegating() {
    var call = new ToolCall("c", "delegate", new JsonValue("{\"agent\": \"clerk\"}"));
    return begun(Submissions.of("clerk", "v", JsonValue.EMPTY_OBJECT, "here", "ana"))
        .apply(Replies.of("only", 1, "", List.of(call), new Usage(1, 1)))
        .apply(
            new ChildRunEvent.Delegated(
                "only", 1, "c", ownChild(), "clerk", JsonValue.EMPTY_OBJECT, limits(Budget.NONE)));
  }

  private static UUID ownChild() {
    return CallKey.child(CallKey.of(PARENT, new CallLocation("only", 1, "c")));
  }

  private RunState child(Budget share) {
    return begun(
        new LifecycleEvent.Submitted(
            "clerk",
            "v",
            JsonValue.EMPTY_OBJECT,
            "here",
            "ana",
            List.of(),
            Optional.of(limits(share)),
            Optional.empty()));
  }

  private RunState begun(LifecycleEvent.Submitted submitted) {
    return RunState.of(generous)
        .apply(submitted)
        .apply(new LifecycleEvent.Admitted("here#1", NOW))
        .apply(new PhaseEvent.Started("only", "go", NOW));
  }

  private static Delegation limits(Budget share) {
    return new Delegation(PARENT, "c", 1, 9, NOW.plus(Duration.ofHours(1)), Optional.of(share));
  }
}
