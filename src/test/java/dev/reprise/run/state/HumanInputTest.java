package dev.reprise.run.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A person's decision about a call reaches the call that this person saw, and no other. */
class HumanInputTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final ToolCall CALL = call("{\"path\":\"a\",\"n\":1}");
  private static final AgentDefinition AGENT =
      Agents.agent("clerk").phase("only", "drop").phase("more", "drop").build();

  private static final UUID RUN = new UUID(1, 1);
  private static final UUID OTHER = new UUID(1, 2);

  private static final RunState UNASKED =
      after(
          Submissions.pinning(
              List.of(pin("v1")), "clerk", "v", JsonValue.EMPTY_OBJECT, "here", "ana"),
          new LifecycleEvent.Admitted("server", NOW),
          new PhaseEvent.Started("only", "go", NOW),
          reply(1, CALL));
  private static final RunState ASKED = after(UNASKED, asked(1));

  @Test
  void appliesToTheCallThatThePersonSaw() {
    HumanInputEvent approval = approval(1, digest(ASKED));

    assertThat(ASKED.awaits(approval)).isTrue();
    assertThat(call(ASKED.apply(approval)).approved()).isTrue();
  }

  @Test
  void appliesToNoOtherCall() {
    String digest = digest(ASKED);
    assertBreaksTheRecord(ASKED, approval(1, "0".repeat(64)));
    assertBreaksTheRecord(ASKED, approval(2, digest));
    assertBreaksTheRecord(ASKED, decided("more", 1, "c1", digest));
    assertBreaksTheRecord(ASKED, decided("only", 1, "c2", digest));
  }

  @Test
  void appliesOnlyToWhatIsAsked() {
    Optional<String> seen = Optional.of(digest(ASKED));

    assertBreaksTheRecord(
        ASKED, new HumanInputEvent.Answered("only", 1, "c1", "yes", "ana", NOW, seen));
    assertBreaksTheRecord(
        ASKED,
        new HumanInputEvent.Resolved(
            "only", 1, "c1", OperatorVerdict.SUCCEEDED, "x", "ana", "no", seen));
  }

  @Test
  void appliesOnce() {
    HumanInputEvent approval = approval(1, digest(ASKED));

    assertBreaksTheRecord(ASKED.apply(approval), approval);
  }

  @Test
  void doesNotApplyToACallOfALaterReplyWithTheSameId() {
    HumanInputEvent approval = approval(1, digest(ASKED));
    RunState later =
        after(
            ASKED.apply(approval),
            started(1, EffectClass.IDEMPOTENT),
            new ToolCallEvent.Completed(
                new CallLocation("only", 1, "c1"), "done", List.of(), Optional.empty()),
            reply(2, CALL),
            asked(2));

    assertThat(digest(later)).as("all but the iteration is the same").isEqualTo(digest(ASKED));
    assertBreaksTheRecord(later, approval);
    assertThat(later.awaits(approval(2, digest(later)))).isTrue();
  }

  @Test
  void doesNotApplyToALaterUnknownOutcomeOfTheSameCall() {
    RunState doubtful =
        after(ASKED.apply(approval(1, digest(ASKED))), started(1, EffectClass.ONCE));
    HumanInputEvent again = again(digest(doubtful));
    RunState doubtfulAgain = after(doubtful.apply(again), started(1, EffectClass.ONCE));

    assertThat(doubtful.awaits(again)).isTrue();
    assertBreaksTheRecord(doubtfulAgain, again);
    assertThat(doubtfulAgain.awaits(again(digest(doubtfulAgain)))).isTrue();
  }

  @Test
  void holdsForACallHoweverOftenItFails() {
    RunState failed =
        after(
            ASKED.apply(approval(1, digest(ASKED))),
            started(1, EffectClass.IDEMPOTENT),
            new ToolCallEvent.Retrying("only", 1, "c1", 1, new Failure("busy", "busy"), NOW),
            new ControlEvent.Retried("ana", NOW));

    assertThat(call(failed).approved()).isTrue();
  }

  @Test
  void doesNotOutliveAMigrationThatChangesTheTool() {
    HumanInputEvent approval = approval(1, digest(ASKED));
    RunState approved = ASKED.apply(approval);

    assertThat(call(approved.apply(migrated(pin("v1")))).approved()).isTrue();
    assertThat(call(approved.apply(migrated(pin("v2")))).approved()).isFalse();
    assertThat(call(approved.apply(migrated())).approved()).as("the tool is gone").isFalse();
  }

  @Test
  void isRequestedAgainIfTheToolHasChanged() {
    HumanInputEvent approval = approval(1, digest(ASKED));
    RunState same = ASKED.apply(migrated(pin("v1")));
    RunState changed = ASKED.apply(migrated(pin("v2")));

    assertThat(same.awaits(approval)).isTrue();
    assertThat(call(changed).isAsked()).isTrue();
    assertBreaksTheRecord(after(changed, asked(1)), approval);
  }

  @Test
  void namesTheCallInTheQuestion() {
    RunState before = after(ASKED, migrated(pin("v2")));
    ToolCallEvent.Asked question = call(before).withDigest(askedBy(RUN));

    assertThat(question.digest()).contains(digest(after(before, question)));
  }

  @Test
  void appliesToNoEqualCallOfAnotherRun() {
    RunState here = after(UNASKED, askedBy(RUN));
    RunState there = after(UNASKED, askedBy(OTHER));

    assertThat(digest(here)).isNotEqualTo(digest(there));
    assertThat(here.awaits(approval(1, digest(here)))).isTrue();
    assertBreaksTheRecord(there, approval(1, digest(here)));
  }

  @Test
  void namesTheRunToTheLastAttemptAtTheCall() {
    RunState here = after(UNASKED, askedBy(RUN));
    RunState there = after(UNASKED, askedBy(OTHER));
    RunState doubtfulHere =
        after(here.apply(approval(1, digest(here))), started(1, EffectClass.ONCE));
    RunState doubtfulThere =
        after(there.apply(approval(1, digest(there))), started(1, EffectClass.ONCE));

    assertBreaksTheRecord(doubtfulThere, again(digest(doubtfulHere)));
  }

  @Test
  void isReadFromOlderRecordsWhoseQuestionsDoNotNameTheRun() {
    assertThat(digest(ASKED))
        .as("SHA-256 of [\"drop\",{\"n\":1,\"path\":\"a\"},1]")
        .isEqualTo("b9a93cf2f2e3c7633f6e88448365a0f91f3280485fceada687730c1d5accaefa");
    assertThat(ASKED.awaits(approval(1, digest(ASKED)))).isTrue();
  }

  @Test
  void distinguishesToolsAndArguments() {
    assertThat(digest("drop", "{\"path\":\"a\",\"n\":1}"))
        .isEqualTo(digest("drop", "{ \"n\": 1.0, \"path\": \"a\" }"))
        .matches("[0-9a-f]{64}")
        .isNotEqualTo(digest("drop", "{\"path\":\"b\",\"n\":1}"))
        .isNotEqualTo(digest("look", "{\"path\":\"a\",\"n\":1}"));
  }

  @Test
  void isReadFromOlderRecordsThatDoNotNameTheCall() {
    var older =
        new HumanInputEvent.Decided(
            "only", 7, "c1", true, "ana", NOW, Optional.empty(), Optional.empty());

    assertThat(ASKED.awaits(older)).as("no person can say so any more").isFalse();
    assertThat(call(ASKED.apply(older)).approved()).isTrue();
  }

  private static void assertBreaksTheRecord(RunState state, HumanInputEvent word) {
    assertThat(state.awaits(word)).isFalse();
    assertThatThrownBy(() -> state.apply(word)).isInstanceOf(IllegalStateException.class);
  }

  private static RunState after(RunEvent... events) {
    return after(RunState.of(AGENT), events);
  }

  private static RunState after(RunState state, RunEvent... events) {
    RunState next = state;
    for (RunEvent event : events) {
      next = next.apply(event);
    }
    return next;
  }

  private static ToolCallState call(RunState state) {
    return state.call("c1").orElseThrow();
  }

  private static String digest(RunState state) {
    return call(state).digest();
  }

  private static String digest(String tool, String arguments) {
    return ToolCallState.asked(new ToolCall("c1", tool, new JsonValue(arguments))).digest();
  }

  private static ToolCall call(String arguments) {
    return new ToolCall("c1", "drop", new JsonValue(arguments));
  }

  private static RunEvent reply(int iteration, ToolCall call) {
    return Replies.of("only", iteration, "", List.of(call), Usage.NONE);
  }

  private static RunEvent asked(int iteration) {
    return new ToolCallEvent.Asked(
        "only",
        iteration,
        "c1",
        QuestionKind.APPROVAL,
        "may it?",
        Optional.empty(),
        Optional.empty(),
        ApprovalTerms.NONE);
  }

  private static ToolCallEvent.Asked askedBy(UUID run) {
    return new ToolCallEvent.Asked(
        "only",
        1,
        "c1",
        QuestionKind.APPROVAL,
        "may it?",
        Optional.empty(),
        Optional.empty(),
        ApprovalTerms.NONE.in(run));
  }

  private static RunEvent started(int iteration, EffectClass effect) {
    return new ToolCallEvent.Started(
        new CallLocation("only", iteration, "c1"),
        "drop",
        effect,
        Optional.empty(),
        Optional.empty());
  }

  private static HumanInputEvent approval(int iteration, String digest) {
    return decided("only", iteration, "c1", digest);
  }

  private static HumanInputEvent decided(String phase, int iteration, String call, String digest) {
    return new HumanInputEvent.Decided(
        phase, iteration, call, true, "ana", NOW, Optional.empty(), Optional.of(digest));
  }

  private static HumanInputEvent again(String digest) {
    return new HumanInputEvent.Resolved(
        "only", 1, "c1", OperatorVerdict.RETRY, "", "ana", "I looked", Optional.of(digest));
  }

  private static RunEvent migrated(PinnedTool... tools) {
    return new ControlEvent.Migrated(
        "ana", NOW, "it is safe", List.of(tools), Optional.empty(), List.of());
  }

  private static PinnedTool pin(String digest) {
    return new PinnedTool("drop", EffectClass.IDEMPOTENT, digest, "d", "a");
  }
}
