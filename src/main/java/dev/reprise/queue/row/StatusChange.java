package dev.reprise.queue.row;

import dev.reprise.agent.message.Failure;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.StatusTransitions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The event that determines a run's status, and what the row says of it beside the status: when and
 * why the run ended, or why it stands still.
 *
 * @param reason why, in words, as {@link ReasonEncryption} stores it; empty if the event has none
 */
public record StatusChange(RunEvent event, Optional<String> reason) {

  /** Sets the columns of a run that works or is to work. */
  static final String NONE =
      "ended_at = NULL, failure_code = NULL, failure_group = NULL, status_reason = NULL";

  private static final int MAX_CODE = 128;

  RunStatus status() {
    return StatusTransitions.statusAfter(event).orElseThrow();
  }

  /** Sets the columns. */
  String sql() {
    return "ended_at = %s, failure_code = ?, failure_group = ?, status_reason = ?"
        .formatted(status().isEnded() ? "CURRENT_TIMESTAMP" : "NULL");
  }

  /** Returns the parameters of {@link #sql}. */
  List<@Nullable Object> parameters() {
    return Arrays.asList(
        failureCode().orElse(null), failureGroup().orElse(null), reason.orElse(null));
  }

  /** Returns the code of the failure, as long as the column may be. */
  Optional<String> failureCode() {
    return StatusTransitions.failureAfter(event)
        .map(Failure::code)
        .map(code -> code.substring(0, Math.min(code.length(), MAX_CODE)));
  }

  /** Returns which failures this one is like, whatever the run's phase. */
  Optional<String> failureGroup() {
    return StatusTransitions.failureAfter(event).map(FailureGroup::formOf);
  }
}
