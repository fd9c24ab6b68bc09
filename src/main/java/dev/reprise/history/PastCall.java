package dev.reprise.history;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.ControlTool;
import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.journal.AttemptEvent;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.ToolCallEvent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A tool call of a run that has an outcome.
 *
 * @param arguments with which the model requested it, shortened
 * @param result what came of it, shortened
 * @param usd what its attempts cost, as far as it is known, and what its child run spent, in US
 *     dollars; absent if that is not known or nothing
 * @param at when the outcome was recorded
 */
public record PastCall(
    String id,
    String tool,
    String arguments,
    Outcome outcome,
    String result,
    Optional<BigDecimal> usd,
    Instant at) {

  /** What came of a call. */
  public enum Outcome {
    SUCCEEDED,
    FAILED,
    /** A person denied it. */
    DENIED
  }

  private record End(Outcome outcome, String result) {

    /** Returns the outcome that an event says; empty if it says none. */
    private static Optional<End> of(RecordedEvent recorded, boolean isDelegated) {
      return switch (recorded.event()) {
        case ToolCallEvent.Completed it -> Optional.of(new End(Outcome.SUCCEEDED, it.content()));
        case ToolCallEvent.Failed it ->
            Optional.of(new End(Outcome.FAILED, it.failure().toString()));
        case ChildRunEvent.Returned it when isDelegated ->
            Optional.of(
                it.failure()
                    .map(failure -> new End(Outcome.FAILED, failure.toString()))
                    .orElseGet(() -> new End(Outcome.SUCCEEDED, it.output())));
        case ToolCallEvent.Reconciled it when it.finding() == ReconciliationFinding.HAPPENED ->
            Optional.of(new End(Outcome.SUCCEEDED, it.content()));
        case HumanInputEvent.Resolved it when it.verdict() == OperatorVerdict.SUCCEEDED ->
            Optional.of(new End(Outcome.SUCCEEDED, it.content()));
        case HumanInputEvent.Resolved it when it.verdict() == OperatorVerdict.FAILED ->
            Optional.of(new End(Outcome.FAILED, it.evidence()));
        case HumanInputEvent.Answered it -> Optional.of(new End(Outcome.SUCCEEDED, it.answer()));
        case HumanInputEvent.Decided it when !it.approved() ->
            Optional.of(new End(Outcome.DENIED, it.reason().orElse("")));
        default -> Optional.empty();
      };
    }
  }

  /** Returns a call as people read it; empty if the newest event about it says no outcome. */
  static Optional<PastCall> of(RecordedCall call) {
    if (call.events().isEmpty()) {
      return Optional.empty();
    }
    RecordedEvent last = call.events().getLast();
    boolean isDelegated = call.tool().equals(Optional.of(ControlTool.DELEGATE.toolName()));
    return End.of(last, isDelegated)
        .map(
            end ->
                new PastCall(
                    call.location().callId(),
                    call.tool().orElse("?"),
                    call.call().map(it -> Excerpt.of(it.arguments().text())).orElse("?"),
                    end.outcome(),
                    Excerpt.of(end.result()),
                    usd(call),
                    last.at()));
  }

  private static Optional<BigDecimal> usd(RecordedCall call) {
    Stream<BigDecimal> attempts =
        call.all(ToolCallEvent.Started.class)
            .flatMap(start -> start.estimate().flatMap(CallEstimate::usd).stream());
    Stream<BigDecimal> children =
        call.all(ChildRunEvent.Returned.class).map(it -> it.spent().spending().usd());
    Stream<BigDecimal> charges =
        call.all(AttemptEvent.Charged.class).map(AttemptEvent.Charged::difference);
    return Stream.of(attempts, charges, children)
        .flatMap(amounts -> amounts)
        .reduce(BigDecimal::add);
  }
}
