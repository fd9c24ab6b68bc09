package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Who decides about a call reads what was done and decided before it. */
class RunHistoryTest {

  private final MemoryJournal journal = new MemoryJournal(UUID.randomUUID());
  private final Writer writer = new Writer(journal.run(), "default", journal.claim());
  private Position end = Position.START;

  @Test
  void hasOutcomesAndCostsOfTheLastCalls() {
    reply(1, "a", "b", "c", "d");
    append(
        started(1, "a", "0.25"),
        new ToolCallEvent.Completed(
            new CallLocation("one", 1, "a"), "fine", List.of(), Optional.empty()));
    append(started(1, "b", "0.25"), retrying("b"), started(1, "b", "0.25"));
    append(new ToolCallEvent.Failed("one", 1, "b", new Failure("busy", "later"), Optional.empty()));
    append(decided("c", false));

    assertThat(recent().calls())
        .extracting(
            PastCall::id, PastCall::tool, PastCall::outcome, PastCall::result, PastCall::usd)
        .containsExactly(
            tuple("a", "put", PastCall.Outcome.SUCCEEDED, "fine", usd("0.25")),
            tuple("b", "put", PastCall.Outcome.FAILED, "busy: later", usd("0.50")),
            tuple("c", "put", PastCall.Outcome.DENIED, "too dear", Optional.empty()));
  }

  @Test
  void hasAtMostFiveCallsAndShortTexts() {
    for (int i = 1; i <= 7; i++) {
      reply(i, "c" + i);
      append(
          new ToolCallEvent.Completed(
              new CallLocation("one", i, "c" + i), "x".repeat(1_000), List.of(), Optional.empty()));
    }

    assertThat(recent().calls())
        .extracting(PastCall::id)
        .containsExactly("c3", "c4", "c5", "c6", "c7");
    assertThat(recent().calls())
        .allSatisfy(call -> assertThat(call.result()).hasSize(201).endsWith("…"));
  }

  @Test
  void hasWhatPeopleDecided() {
    reply(1, "a", "b");
    append(asked("a"), decided("a", true), asked("b"), decided("b", false));

    assertThat(recent().decisions())
        .extracting(
            PastDecision::call, it -> it.decision().kind(), it -> it.decision().by().orElseThrow())
        .containsExactly(
            tuple("a", HumanStep.Kind.APPROVED, "ana"), tuple("b", HumanStep.Kind.DENIED, "ana"));
  }

  @Test
  void tellsACallFromALaterOneOfTheSameName() {
    reply(1, "a");
    append(
        new ToolCallEvent.Completed(
            new CallLocation("one", 1, "a"), "first", List.of(), Optional.empty()));
    reply(1, "a"); // of the phase that began anew
    append(
        new ToolCallEvent.Completed(
            new CallLocation("one", 1, "a"), "second", List.of(), Optional.empty()));

    assertThat(recent().calls()).extracting(PastCall::result).containsExactly("first", "second");
  }

  @Test
  void readsABoundedPartOfALongRecord() {
    reply(1, "old");
    append(
        new ToolCallEvent.Completed(
            new CallLocation("one", 1, "old"), "long ago", List.of(), Optional.empty()));
    for (int i = 2; i <= 250; i++) {
      reply(i);
    }

    assertThat(recent().calls()).isEmpty();
  }

  @Test
  void endsWithTheEventThatIsTold() {
    reply(1, "a", "b");
    append(
        new ToolCallEvent.Completed(
            new CallLocation("one", 1, "a"), "fine", List.of(), Optional.empty()));
    long told = end.sequence();
    append(
        new ToolCallEvent.Completed(
            new CallLocation("one", 1, "b"), "later", List.of(), Optional.empty()));

    assertThat(new RunHistory(journal).upTo(journal.run(), told).calls())
        .extracting(PastCall::id)
        .containsExactly("a");
  }

  private RecentSteps recent() {
    return new RunHistory(journal).upTo(journal.run(), end.sequence());
  }

  private void reply(int iteration, String... calls) {
    append(
        Replies.of(
            "one",
            iteration,
            "thinking",
            List.of(calls).stream()
                .map(id -> new ToolCall(id, "put", JsonValue.EMPTY_OBJECT))
                .toList(),
            Usage.NONE));
  }

  private static ToolCallEvent started(int iteration, String call, String usd) {
    var estimate = new CallEstimate(new BigDecimal(usd), "USD", CallEstimate.Verdict.PASSED);
    return new ToolCallEvent.Started(
        "one", iteration, call, "put", EffectClass.ONCE, Optional.of(estimate), Optional.empty());
  }

  private static ToolCallEvent retrying(String call) {
    return new ToolCallEvent.Retrying(
        "one", 1, call, 1, new Failure("busy", "later"), Instant.EPOCH);
  }

  private static ToolCallEvent asked(String call) {
    return new ToolCallEvent.Asked(
        "one",
        1,
        call,
        QuestionKind.APPROVAL,
        "May it?",
        Optional.empty(),
        Optional.empty(),
        ApprovalTerms.NONE);
  }

  private static ToolCallEvent decided(String call, boolean approved) {
    return new HumanInputEvent.Decided(
        "one", 1, call, approved, "ana", Instant.EPOCH, Optional.of("too dear"), Optional.empty());
  }

  private static Optional<BigDecimal> usd(String amount) {
    return Optional.of(new BigDecimal(amount));
  }

  private void append(RunEvent... events) {
    end = journal.append(writer, end, List.of(events)).end();
  }
}
