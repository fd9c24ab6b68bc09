package dev.reprise.api.fork;

import dev.reprise.api.control.MessageText;
import dev.reprise.api.http.OneLine;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A request to fork a run from one of its events.
 *
 * @param sequence of the event; absent for the newest
 * @param message what the fork's model reads at its next iteration; may be absent
 * @param reason for the record; may be absent
 * @param dryRun whether only to show what the fork would inherit and may cost; false if absent
 */
public record ForkRequest(
    @Nullable Long sequence,
    @Nullable @Size(min = 1, message = "must be a text that is not empty, or absent") @MessageText
        String message,
    @Nullable @OneLine String reason,
    @Nullable Boolean dryRun) {

  static final ForkRequest NONE = new ForkRequest(null, null, null, null);

  boolean isDryRun() {
    return Boolean.TRUE.equals(dryRun);
  }
}
