package dev.reprise.run.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Role;
import dev.reprise.agent.Usage;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.Budgets;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.Snapshot;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Everyone who determines what a run does is a party, and what holds a run up is known. */
class PartiesTest {

  private static final Instant NOW = Instant.EPOCH;
  private static final UUID OTHER = new UUID(0, 1);
  private static final Usage USAGE = new Usage(1, 1);
  private static final Failure TROUBLE = new Failure("trouble", "as it happens");

  @Test
  void areWhoSubmittedAndWhoDeterminedWhatTheRunDoes() {
    RunState state =
        begun()
            .apply(new PhaseEvent.MessagePosted("look", 1, "go on", "bo", NOW, Optional.empty()))
            .apply(Replies.of("look", 1, "", List.of(call()), USAGE))
            .apply(edited("cleo"))
            .apply(new ControlEvent.Paused("paula", Optional.empty(), NOW))
            .apply(new ControlEvent.Resumed("rita", Optional.empty(), NOW))
            .apply(new LifecycleEvent.DeadLettered(TROUBLE))
            .apply(new ControlEvent.Retried("dora", NOW))
            .apply(
                new ControlEvent.Migrated(
                    "emil", NOW, "newer", List.of(), Optional.empty(), List.of()));

    assertThat(names(state)).containsExactly("ana", "bo", "cleo", "dora", "emil");
    assertThat(Snapshot.read(Snapshot.of(state), state.agent())).contains(state);
  }

  @Test
  void areThoseOfTheParentInAForkAndInAnImport() {
    RunState steered =
        begun()
            .apply(new PhaseEvent.MessagePosted("look", 1, "go on", "bo", NOW, Optional.empty()));
    var forked =
        new LifecycleEvent.Forked(
            OTHER, 5, "hash", List.of(), "fred", NOW, Optional.empty(), "v", Optional.empty());

    assertThat(names(steered.apply(forked))).containsExactly("ana", "bo", "fred");
    assertThat(names(steered.apply(new ControlEvent.Imported("ines", NOW, Optional.empty()))))
        .containsExactly("ana", "bo", "ines");
  }

  @Test
  void areThosePeopleToWhomTheRunIsAttributed() {
    RunState state =
        begun().apply(new ControlEvent.Attributed("ana", List.of("bo", "ANA", "cleo")));

    assertThat(names(state)).containsExactly("ana", "bo", "cleo");
    assertThat(state.assignment().parties().includes("BO")).isTrue();
    assertThat(state.assignment().parties().includes("bob")).isFalse();
  }

  @Test
  void doNotHaveStandingApprovalsOfTheirOwn() {
    RunState allowed =
        begun()
            .apply(Replies.of("look", 1, "", List.of(call()), USAGE))
            .apply(
                new HumanInputEvent.Allowed(
                    "look", 1, "c1", BigDecimal.TEN, "bo", NOW, Optional.empty(), Optional.empty()))
            .apply(
                new ToolCallEvent.Started(
                    new CallLocation("look", 1, "c1"),
                    "pay",
                    EffectClass.ONCE,
                    Optional.empty(),
                    Optional.empty()))
            .apply(
                new ToolCallEvent.Completed("look", 1, "c1", "paid", List.of(), Optional.empty()));
    assertThat(allowed.assignment().standingApprovals().of("pay")).isPresent();

    RunState steered =
        allowed.apply(
            new PhaseEvent.MessagePosted("look", 1, "go on", "Bo", NOW, Optional.empty()));

    assertThat(steered.assignment().standingApprovals().of("pay")).isEmpty();
    assertThat(
            allowed
                .apply(
                    new PhaseEvent.MessagePosted("look", 1, "go on", "cleo", NOW, Optional.empty()))
                .assignment()
                .standingApprovals()
                .of("pay"))
        .as("that of another person")
        .isPresent();
  }

  @Test
  void liftOnlyTheirOwnPause() {
    RunState own = begun().apply(new ControlEvent.Paused("ana", Optional.empty(), NOW));
    RunState too = own.apply(new ControlEvent.Paused("bo", Optional.empty(), NOW));

    assertThat(Hold.of(own, "ana")).isEmpty();
    assertThat(Hold.of(own, "bo")).contains(new Hold.Paused("ana"));
    assertThat(Hold.of(too, "ana")).contains(new Hold.Paused("bo"));
    assertThat(Hold.of(too.apply(new ControlEvent.Cancelled("ana", "")), "ana"))
        .as("which a fork would continue")
        .isPresent();
    assertThat(Hold.of(too.apply(new ControlEvent.Resumed("bo", Optional.empty(), NOW)), "ana"))
        .isEmpty();
  }

  @Test
  void areHeldUpByTheBudgetAndNotByADay() {
    assertThat(Hold.of(at(LimitCrossing.Kind.CALL_USD, Optional.empty()), "ana"))
        .contains(new Hold.ModelCall());
    assertThat(Hold.of(at(LimitCrossing.Kind.RUN_USD, Optional.empty()), "ana"))
        .contains(new Hold.Limit(LimitCrossing.Kind.RUN_USD));
    assertThat(Hold.of(at(LimitCrossing.Kind.TENANT_DAY_USD, Optional.of(NOW)), "ana")).isEmpty();
    var late =
        new ControlEvent.Paused(
            "approval timeout", Optional.empty(), NOW, Optional.of("approval"), Optional.empty());
    assertThat(Hold.of(begun().apply(late), "ana")).as("asks again").isEmpty();
  }

  @Test
  void forkNoMoreMoneyThanTheAgentHas() {
    RunState run =
        begun(Agents.agent("surveyor").phase("look").budget(Budgets.usd("2")).build())
            .apply(new ControlEvent.BudgetSet("olga", Budgets.usd("50")));
    var forked =
        new LifecycleEvent.Forked(
            OTHER, 5, "hash", List.of(), "ana", NOW, Optional.empty(), "v", Optional.empty());

    assertThat(run.budget().usd()).contains(new BigDecimal("50"));
    assertThat(run.apply(forked).budget().usd()).contains(new BigDecimal("2"));
  }

  private static RunState at(LimitCrossing.Kind kind, Optional<Instant> until) {
    var crossing =
        new LimitCrossing(
            kind, BigDecimal.ONE, BigDecimal.ZERO, Optional.of(BigDecimal.TEN), until);
    return begun()
        .apply(new PhaseEvent.BudgetReached("look", crossing))
        .apply(
            new ControlEvent.Paused(
                "budget", Optional.empty(), NOW, Optional.of("budget"), Optional.empty()));
  }

  private static ToolCall call() {
    return new ToolCall("c1", "pay", JsonValue.EMPTY_OBJECT);
  }

  private static RunEvent edited(String by) {
    return new HumanInputEvent.Edited(
        "look",
        1,
        "c1",
        new HumanInputEvent.Edited.Change(JsonValue.EMPTY_OBJECT, "d"),
        by,
        NOW,
        Optional.empty(),
        Optional.empty());
  }

  private static List<String> names(RunState state) {
    return state.assignment().parties().names();
  }

  private static RunState begun() {
    return begun(Agents.agent("surveyor").phase("look").build());
  }

  private static RunState begun(AgentDefinition agent) {
    return RunState.of(agent)
        .apply(
            new LifecycleEvent.Submitted(
                "surveyor",
                "v",
                JsonValue.EMPTY_OBJECT,
                "here",
                "ana",
                List.of(),
                Optional.empty(),
                Optional.of(Role.SUBMITTER)))
        .apply(new LifecycleEvent.Admitted("here", NOW))
        .apply(new PhaseEvent.Started("look", "go", NOW));
  }
}
