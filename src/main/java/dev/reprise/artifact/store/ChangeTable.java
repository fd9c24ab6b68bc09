package dev.reprise.artifact.store;

import dev.reprise.artifact.ArtifactKey;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.jdbc.RowValues;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The statements on the table of decisions about artifacts. */
final class ChangeTable {

  /** How many decisions about an artifact are shown, at most. */
  static final int SHOWN = 200;

  private static final String OF_KEY = "tenant = ? AND role_name = ? AND method = ?";
  private static final String LIST =
      """
      SELECT id, action, changed_by, reason, changed_at,
        CASE WHEN document IS NULL THEN 0 ELSE 1 END AS undoable
      FROM artifact_change WHERE %s
      ORDER BY changed_at DESC, id FETCH FIRST ? ROWS ONLY\
      """
          .formatted(OF_KEY);
  private static final String BEFORE =
      "SELECT document, seal FROM artifact_change WHERE %s AND id = ?".formatted(OF_KEY);

  private ChangeTable() {}

  /**
   * A document that is kept.
   *
   * @param seal of the document; empty if it is not sealed
   */
  record Kept(String document, Optional<String> seal) {}

  /**
   * What there was before a decision.
   *
   * @param decision its id
   * @param kept empty if there was nothing
   */
  record Before(UUID decision, Optional<Kept> kept) {}

  static void insert(
      JdbcTransaction transaction, ArtifactKey key, ArtifactDecision decision, Before before) {
    transaction.insert(
        RowValues.of("artifact_change")
            .set("id", before.decision())
            .set("tenant", key.tenant())
            .set("role_name", key.role())
            .set("method", key.method())
            .set("action", decision.action())
            .set("changed_by", decision.by())
            .set("reason", decision.reason())
            .set("changed_at", decision.at())
            .set("document", before.kept().map(Kept::document))
            .set("seal", before.kept().flatMap(Kept::seal)));
  }

  /** Returns the newest decisions about an artifact, the newest first. */
  static List<ArtifactChange> list(JdbcTransaction transaction, ArtifactKey key) {
    return transaction.rows(LIST, ChangeTable::read, key.tenant(), key.role(), key.method(), SHOWN);
  }

  /** Returns what there was before a decision; empty if there was nothing, or no such decision. */
  static Optional<Kept> before(JdbcTransaction transaction, ArtifactKey key, UUID change) {
    return transaction
        .first(BEFORE, ChangeTable::kept, key.tenant(), key.role(), key.method(), change)
        .flatMap(it -> it);
  }

  private static Optional<Kept> kept(Row row) {
    return row.optionalText("document")
        .map(document -> new Kept(document, row.optionalText("seal")));
  }

  private static ArtifactChange read(Row row) {
    return new ArtifactChange(
        row.id("id"),
        new ArtifactDecision(
            row.text("action"),
            row.text("changed_by"),
            row.text("reason"),
            row.instant("changed_at")),
        row.flag("undoable"));
  }
}
