package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.history.PastCall.Outcome;
import dev.reprise.journal.AttemptEvent;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.ToolCallEvent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What people are told of earlier calls. */
class PastCallTest {

  private static final CallLocation CALL = new CallLocation("survey", 1, "c1");
  private static final Failure BUSY = new Failure("busy", "later");

  private record Case(ToolCallEvent last, Outcome outcome, String result) {}

  @Test
  void takesAnAgentsAnswerForAResultOnlyIfTheCallWasDelegated() {
    ToolCallEvent returned = returned(Optional.empty());

    assertThat(PastCall.of(call("delegate", returned)).map(PastCall::result))
        .contains("the answer");
    assertThat(PastCall.of(call("call_artifact", returned))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("ends")
  void hasTheOutcomeAsTheRecordFoundIt(Case it) {
    PastCall past = PastCall.of(call("delegate", it.last())).orElseThrow();

    assertThat(past.outcome()).isEqualTo(it.outcome());
    assertThat(past.result()).isEqualTo(it.result());
  }

  static Stream<Case> ends() {
    return Stream.of(
        new Case(returned(Optional.of(BUSY)), Outcome.FAILED, "busy: later"),
        new Case(reconciled(ReconciliationFinding.HAPPENED), Outcome.SUCCEEDED, "found"),
        new Case(resolved(OperatorVerdict.SUCCEEDED), Outcome.SUCCEEDED, "told"),
        new Case(resolved(OperatorVerdict.FAILED), Outcome.FAILED, "seen"),
        new Case(
            new HumanInputEvent.Answered(
                "survey", 1, "c1", "42", "ana", Instant.EPOCH, Optional.empty()),
            Outcome.SUCCEEDED,
            "42"));
  }

  @ParameterizedTest
  @MethodSource("noEnds")
  void isNoneBeforeTheCallHasAnOutcome(ToolCallEvent last) {
    assertThat(PastCall.of(call("delegate", last))).isEmpty();
  }

  static Stream<ToolCallEvent> noEnds() {
    return Stream.of(
        reconciled(ReconciliationFinding.DID_NOT_HAPPEN),
        new ToolCallEvent.Unknown(CALL, 1, BUSY, Optional.empty()),
        new HumanInputEvent.Decided(
            "survey", 1, "c1", true, "ana", Instant.EPOCH, Optional.empty(), Optional.empty()));
  }

  @Test
  void costsWhatWasChargedInTheEnd() {
    PastCall past =
        PastCall.of(
                call(
                    "put",
                    new AttemptEvent.Charged(CALL, new BigDecimal("0.40"), new BigDecimal("0.25")),
                    new ToolCallEvent.Completed(CALL, "fine", List.of(), Optional.empty())))
            .orElseThrow();

    assertThat(past.usd()).contains(new BigDecimal("0.15"));
  }

  private static ToolCallEvent returned(Optional<Failure> failure) {
    var spent = new DelegatedUsage(1, 1, new Usage(1, 2), TotalCost.unknown(1));
    return new ChildRunEvent.Returned(
        "survey", 1, "c1", new UUID(0, 7), "the answer", Optional.empty(), failure, spent);
  }

  private static ToolCallEvent reconciled(ReconciliationFinding finding) {
    return new ToolCallEvent.Reconciled(CALL, finding, "found", "", Optional.empty());
  }

  private static ToolCallEvent resolved(OperatorVerdict verdict) {
    return new HumanInputEvent.Resolved(
        "survey", 1, "c1", verdict, "told", "ana", "seen", Optional.empty());
  }

  private static RecordedCall call(String tool, ToolCallEvent... events) {
    return new RecordedCall(
        CALL,
        Optional.of(new ToolCall("c1", tool, JsonValue.EMPTY_OBJECT)),
        Stream.of(events)
            .map(
                event ->
                    new RecordedEvent(
                        "acme", Position.START, 1, "test", Instant.EPOCH, "{}", event))
            .toList());
  }
}
