package dev.reprise.batch.store;

import dev.reprise.batch.ProviderBatch;
import dev.reprise.batch.SubmittedBatch;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.Row;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;

/** Shows the batches of providers that answer a batch; {@link ProviderBatches} changes them. */
@ApplicationScoped
public class SubmittedBatches {

  private final Database database;

  @Inject
  public SubmittedBatches(Database database) {
    this.database = database;
  }

  /**
   * Returns all that a batch has or had at providers, the oldest first.
   *
   * @throws dev.reprise.platform.jdbc.DatabaseException if the database fails
   */
  public List<SubmittedBatch> of(UUID batch) {
    return database.rows(
        """
                SELECT provider, provider_id, requests, state, submitted_at FROM provider_batch
                WHERE batch_id = ? ORDER BY intended_at, id\
                """,
        SubmittedBatches::read,
        batch);
  }

  private static SubmittedBatch read(Row row) {
    return new SubmittedBatch(
        row.text("provider"),
        row.optionalText("provider_id"),
        row.integer("requests"),
        row.constant(ProviderBatch.State.class, "state"),
        row.optionalInstant("submitted_at"));
  }
}
