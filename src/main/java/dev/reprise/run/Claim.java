package dev.reprise.run;

import dev.reprise.journal.Writer;
import dev.reprise.platform.jdbc.Row;
import java.util.UUID;

/**
 * The right to execute a run. Each write carries the claim's epoch, and the database refuses a
 * stale one.
 *
 * @param epoch the fencing token, which rises with every claim
 */
public record Claim(UUID run, String tenant, long epoch) {

  /** Returns the claim in the form that the journal requires. */
  public Writer writer() {
    return new Writer(run, tenant, epoch);
  }

  public static Claim read(Row row) {
    return new Claim(row.id("id"), row.text("tenant"), row.number("epoch"));
  }
}
