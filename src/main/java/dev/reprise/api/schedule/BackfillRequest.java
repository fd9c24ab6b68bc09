package dev.reprise.api.schedule;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A wish to have a schedule fire for times that have passed, or to see what that would be.
 *
 * @param from at or behind this
 * @param until before this; not in the future, and at most 366 days behind {@code from}
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
