package dev.reprise.api.control;

import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A wish to have another run go on from an event of one.
 *
 * @param sequence of the event; absent for the newest
 * @param message what to tell the fork's model at its next iteration; may be absent
 * @param reason for the record; may be absent
 * @param dryRun only say what the fork would take over and what it may cost; false if absent
 */
public record ForkRequest(
    @Nullable Long sequence,
    @Nullable @Size(min = 1, message = "is a text, or absent") @MessageText String message,
    @Nullable
        @Size(max = 1000, message = "has at most {max} characters")
        @Pattern(regexp = "[^\\p{Cntrl}\\p{Cs}]*", message = "is one line of text")
        String reason,
    @Nullable Boolean dryRun) {

  static final ForkRequest NONE = new ForkRequest(null, null, null, null);

  boolean isDryRun() {
    return Boolean.TRUE.equals(dryRun);
  }
}
