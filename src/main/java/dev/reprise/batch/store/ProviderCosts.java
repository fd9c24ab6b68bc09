package dev.reprise.batch.store;

import dev.reprise.platform.jdbc.Database;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;

/**
 * What the provider's batches of a batch are expected to cost together, and may, in US dollars.
 *
 * <p>Every method throws {@link dev.reprise.platform.jdbc.DatabaseException} if the database fails.
 */
@ApplicationScoped
public class ProviderCosts {

  private static final String RESERVED =
      """
      SELECT SUM(reserved_usd) AS usd FROM provider_batch
      WHERE batch_id = ? AND state <> 'REFUSED'\
      """;
  private static final String APPROVED = "SELECT approved_usd AS usd FROM batch WHERE id = ?";

  private final Database database;

  @Inject
  public ProviderCosts(Database database) {
    this.database = database;
  }

  /** Returns what those that were submitted, and not refused, were expected to cost. */
  public BigDecimal reserved(UUID batch) {
    return amount(RESERVED, batch).orElse(BigDecimal.ZERO);
  }

  /** Returns what a person has approved that they cost; empty if none has. */
  public Optional<BigDecimal> approved(UUID batch) {
    return amount(APPROVED, batch);
  }

  private Optional<BigDecimal> amount(String query, UUID batch) {
    return database
        .single(transaction -> transaction.first(query, row -> row.optionalAmount("usd"), batch))
        .flatMap(it -> it);
  }
}
