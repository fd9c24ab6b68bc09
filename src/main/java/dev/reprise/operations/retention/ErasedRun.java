package dev.reprise.operations.retention;

import dev.reprise.platform.jdbc.Row;
import java.time.Instant;
import java.util.UUID;

/**
 * A run that was erased, but whose data is not yet removed completely.
 *
 * @param at the time at which the run was erased, by the database's clock
 */
public record ErasedRun(UUID run, String tenant, Instant at) {

  static ErasedRun read(Row row) {
    return new ErasedRun(row.id("run_id"), row.text("tenant"), row.instant("erased_at"));
  }
}
