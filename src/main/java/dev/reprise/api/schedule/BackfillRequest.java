package dev.reprise.api.schedule;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A request to fire a schedule for due times that have passed, or to show what that would do.
 *
 * @param from the start of the due times, inclusive
 * @param until their end, exclusive; not in the future, and at most 366 days after {@code from}
 * @param dryRun whether to change nothing; true if absent
 */
public record BackfillRequest(
    @Schema(format = "date-time", required = true) @Nullable String from,
    @Schema(format = "date-time", required = true) @Nullable String until,
    @Nullable Boolean dryRun) {

  boolean isDry() {
    return dryRun == null || dryRun;
  }
}
