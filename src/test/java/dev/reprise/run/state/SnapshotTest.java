package dev.reprise.run.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Cost;
import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.LoopResponse;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.Role;
import dev.reprise.agent.Template;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.Budgets;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The stored form: if a byte of it changes, servers cannot read each other's snapshots. */
class SnapshotTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static final Instant LATER = NOW.plusSeconds(90);

  private static final Failure TROUBLE = new Failure("trouble", "as it happens");

  private static final Optional<Cost> PRICE =
      Optional.of(new Cost(new BigDecimal("0.25"), "USD", LocalDate.of(2026, 1, 1)));

  private static final AgentDefinition AGENT = agent();

  @Test
  void storesAnOpenPhaseWithCallsInEveryProgress() throws IOException {
    assertStored(openPhase(), "open-phase");
  }

  @Test
  void storesAFailedRun() throws IOException {
    assertStored(failedRun(), "failed-run");
  }

  @Test
  void storesARunThatHasNotBegun() throws IOException {
    assertStored(RunState.of(AGENT), "not-begun");
  }

  private static void assertStored(RunState state, String sample) throws IOException {
    try (InputStream in =
        SnapshotTest.class.getResourceAsStream("/run/snapshot-%s-1.json".formatted(sample))) {
      String stored = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
      assertThat(Snapshot.of(state).text()).isEqualTo(stored);
      assertThat(Snapshot.read(new JsonValue(stored), AGENT)).contains(state);
    }
  }

  private static RunState openPhase() {
    var origin = new UUID(0, 7);
    var child = new UUID(0, 8);
    List<Block> calls =
        IntStream.rangeClosed(1, 10)
            .mapToObj(i -> new ToolCall("c" + i, "put", new JsonValue("{\"n\":" + i + "}")))
            .<Block>map(Block.Call::new)
            .toList();
    var delegation = new Delegation(origin, "c0", 1, 5, LATER.plusSeconds(3600));
    return after(
        new LifecycleEvent.Submitted(
            "clerk",
            "v",
            new JsonValue("{\"a\":1.0}"),
            "here",
            "ana",
            List.of(new PinnedTool("put", EffectClass.ONCE, "d1", "puts", "{}", true)),
            Optional.of(delegation),
            Optional.of(Role.OPERATOR)),
        new ControlEvent.BudgetSet("ana", Budgets.usd("2.5")),
        new ControlEvent.Labelled("ana", Map.of("team", "search")),
        new LifecycleEvent.Admitted("here", NOW),
        new PhaseEvent.Started("first", "go", NOW),
        new PhaseEvent.Completed("first", "done"),
        new PhaseEvent.Started("second", "go on", NOW),
        new PhaseEvent.MessagePosted("second", 1, "hurry", "bo", NOW, Optional.empty()),
        new PhaseEvent.LoopSuspected("second", 0, 3, LoopResponse.HINTED, "again?"),
        new ModelEvent.Replied(
            "second",
            1,
            calls,
            new Usage(30, 4, 10, 5),
            Optional.empty(),
            Replies.MODEL,
            PRICE,
            Optional.empty()),
        new ToolCallEvent.Started(
            new CallLocation("second", 1, "c2"),
            "put",
            EffectClass.IDEMPOTENT,
            Optional.empty(),
            Optional.empty()),
        new ToolCallEvent.Started(
            new CallLocation("second", 1, "c3"),
            "put",
            EffectClass.IDEMPOTENT,
            Optional.empty(),
            Optional.empty()),
        new ToolCallEvent.Unknown("second", 1, "c3", 1, TROUBLE, Optional.of(LATER)),
        new ToolCallEvent.Started(
            new CallLocation("second", 1, "c4"),
            "put",
            EffectClass.RECONCILABLE,
            Optional.empty(),
            Optional.empty()),
        new ToolCallEvent.Reconciled(
            "second",
            1,
            "c4",
            ReconciliationFinding.DID_NOT_HAPPEN,
            "",
            "not there",
            Optional.empty()),
        new ToolCallEvent.Started(
            new CallLocation("second", 1, "c5"),
            "put",
            EffectClass.RECONCILABLE,
            Optional.empty(),
            Optional.empty()),
        new ToolCallEvent.Reconciled(
            "second",
            1,
            "c5",
            ReconciliationFinding.COULD_NOT_TELL,
            "",
            "away",
            Optional.of(LATER)),
        new PhaseEvent.BudgetReached(
            "second",
            new LimitCrossing(
                LimitCrossing.Kind.RUN_USD,
                new BigDecimal("2.5"),
                new BigDecimal("2.25"),
                Optional.of(new BigDecimal("0.5")),
                Optional.of(LATER))),
        new ToolCallEvent.Retrying("second", 1, "c6", 2, TROUBLE, LATER),
        new ToolCallEvent.Deferred("second", 1, "c7", LATER),
        new ToolCallEvent.Asked(
            "second",
            1,
            "c8",
            QuestionKind.ANSWER,
            "which?",
            Optional.of(LATER),
            Optional.empty(),
            ApprovalTerms.NONE),
        new ChildRunEvent.Delegated(
            "second", 1, "c9", child, "clerk", new JsonValue("{\"b\":2}"), delegation),
        new ToolCallEvent.Started(
            new CallLocation("second", 1, "c10"),
            "put",
            EffectClass.ONCE,
            Optional.empty(),
            Optional.empty()),
        new ToolCallEvent.Completed(
            "second",
            1,
            "c10",
            "done",
            List.of(new Block.Image("file:a.png", "image/png")),
            Optional.empty()),
        new ModelEvent.Retrying("second", 1, 2, TROUBLE, LATER),
        new ControlEvent.Paused("ana", Optional.empty(), LATER, Optional.empty(), Optional.empty()),
        new LifecycleEvent.BrokeDown("here", TROUBLE, NOW),
        new LifecycleEvent.RecordDelayed(2));
  }

  private static RunState failedRun() {
    var call = new ToolCall("c1", "delegate", new JsonValue("{}"));
    var spent = new DelegatedUsage(1, 2, new Usage(5, 6), TotalCost.NONE.plus(PRICE));
    return after(
        Submissions.of("clerk", "v", new JsonValue("{}"), "here", "ana"),
        new LifecycleEvent.Admitted("here", NOW),
        new PhaseEvent.Started("first", "go", NOW),
        new PhaseEvent.Skipped("first", TROUBLE),
        new PhaseEvent.Started("second", "go", NOW),
        Replies.of("second", 1, "text", List.of(call), new Usage(3, 4)),
        new ChildRunEvent.Delegated(
            "second",
            1,
            "c1",
            new UUID(0, 8),
            "clerk",
            new JsonValue("{}"),
            new Delegation(new UUID(0, 1), "c1", 1, 5, LATER)),
        new ChildRunEvent.Returned(
            "second",
            1,
            "c1",
            new UUID(0, 8),
            "an answer",
            Optional.empty(),
            Optional.empty(),
            spent),
        new ModelEvent.FellBack(
            "second",
            2,
            TROUBLE,
            AGENT.models().first().id(),
            AGENT.models().fallbacks().getLast().id()),
        new ModelEvent.Failed("second", 2, TROUBLE),
        new PhaseEvent.Failed("second", TROUBLE),
        new LifecycleEvent.Failed(TROUBLE));
  }

  private static RunState after(RunEvent... events) {
    RunState state = RunState.of(AGENT);
    for (RunEvent event : events) {
      state = state.apply(event);
    }
    return state;
  }

  private static AgentDefinition agent() {
    var limits = new Limits(10, Duration.ofHours(1));
    return Agents.agent("clerk")
        .phases(
            List.of("first", "second", "third").stream()
                .map(name -> new Phase(name, new Template("go"), List.of("put"), true, limits))
                .toList())
        .fallbacks(List.of(new ModelChoice("other", "default", JsonValue.EMPTY_OBJECT)))
        .limits(limits)
        .build();
  }
}
