package dev.reprise.api.budget;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import dev.reprise.journal.AttemptEvent;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.ToolCallEvent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that a run spent, as one event of its journal says.
 *
 * @param sequence of the event
 * @param at when it was recorded
 * @param callId the tool call; absent for a model call
 * @param tool the tool that was called; absent for a model call
 * @param model the model that was called; absent for a tool call
 * @param usage the tokens of a model call; absent for a tool call, and if they are not known
 * @param usd what it cost by the price list, or what the tool call was expected to cost; absent if
 *     that is not known. It is an estimate as far as the tokens are
 */
public record LedgerEntry(
    long sequence,
    Instant at,
    Kind kind,
    Optional<String> callId,
    Optional<String> tool,
    Optional<ModelId> model,
    Optional<Usage> usage,
    Optional<BigDecimal> usd) {

  /** What was paid for. */
  public enum Kind {
    /** A reply of a model. */
    REPLY,
    /** A summary of a transcript by a model, whether it was of use or not. */
    SUMMARY,
    /**
     * A call of a model that may have been made and has no answer, as it was expected. The provider
     * may charge for it.
     */
    UNANSWERED,
    /** An attempt at a tool call. */
    TOOL_CALL,
    /**
     * What an attempt at a tool call did cost, as its tool reported, beyond what was counted when
     * it started; below 0 if it was cheaper.
     */
    TOOL_CHARGE,
    /** A child run, with all that it spent. */
    CHILD_RUN
  }

  /** Returns the entry of an event; empty if the event is about nothing that costs. */
  public static Optional<LedgerEntry> of(RecordedEvent recorded) {
    return switch (recorded.event()) {
      case ModelEvent.Replied it ->
          Optional.of(model(recorded, Kind.REPLY, Optional.of(it.model()), it.usage(), it.cost()));
      case ModelEvent.TranscriptCompacted it ->
          Optional.of(
              model(recorded, Kind.SUMMARY, Optional.of(it.model()), it.usage(), it.cost()));
      case ModelEvent.CompactionFailed it when it.hasReply() ->
          Optional.of(model(recorded, Kind.SUMMARY, it.model(), it.usage(), it.cost()));
      case ModelEvent.Unanswered it ->
          Optional.of(
              model(recorded, Kind.UNANSWERED, Optional.of(it.model()), it.usage(), it.cost()));
      case ToolCallEvent.Started it ->
          Optional.of(
              call(
                  recorded,
                  Kind.TOOL_CALL,
                  it.callId(),
                  Optional.of(it.tool()),
                  it.estimate().flatMap(CallEstimate::usd)));
      case AttemptEvent.Charged it ->
          Optional.of(
              call(
                  recorded,
                  Kind.TOOL_CHARGE,
                  it.callId(),
                  Optional.empty(),
                  Optional.of(it.difference())));
      case ChildRunEvent.Returned it ->
          Optional.of(
              call(
                  recorded,
                  Kind.CHILD_RUN,
                  it.callId(),
                  Optional.empty(),
                  Optional.of(it.spent().spending().usd())));
      default -> Optional.empty();
    };
  }

  private static LedgerEntry model(
      RecordedEvent recorded,
      Kind kind,
      Optional<ModelId> model,
      Usage usage,
      Optional<Cost> cost) {
    return new LedgerEntry(
        recorded.sequence(),
        recorded.at(),
        kind,
        Optional.empty(),
        Optional.empty(),
        model,
        Optional.of(usage).filter(known -> !known.equals(Usage.NONE)),
        cost.flatMap(Cost::usd));
  }

  private static LedgerEntry call(
      RecordedEvent recorded,
      Kind kind,
      String callId,
      Optional<String> tool,
      Optional<BigDecimal> usd) {
    return new LedgerEntry(
        recorded.sequence(),
        recorded.at(),
        kind,
        Optional.of(callId),
        tool,
        Optional.empty(),
        Optional.empty(),
        usd);
  }
}
