package dev.reprise.artifact.store;

import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.ArtifactSummary;
import dev.reprise.artifact.Stage;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.jdbc.RowValues;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The statements on the table of artifacts. Tested by {@code ArtifactStoreTest}. */
final class ArtifactTable {

  private static final String KEY = "tenant = ? AND role_name = ? AND method = ?";
  private static final String SELECT =
      "SELECT tenant, role_name, method, revision, document, seal, corrupt FROM artifact WHERE ";
  private static final String SET_ASIDE =
      """
      UPDATE artifact SET corrupt = ?, corrupt_document = document, document = NULL,
        stage = 'QUARANTINED', updated_at = ?, revision = revision + 1
      WHERE %s AND revision = ?\
      """
          .formatted(KEY);
  private static final String DELETE =
      "DELETE FROM artifact WHERE %s AND revision = ?".formatted(KEY);
  private static final String SUMMARIES =
      """
      SELECT tenant, role_name, method, stage, purpose, successes, code_failures,
        COALESCE(idle_since, updated_at) AS idle
      FROM artifact WHERE tenant = ? AND document IS NOT NULL\
      """;
  private static final String KEYS =
      "SELECT tenant, role_name, method FROM artifact WHERE tenant = ? AND document IS NOT NULL";
  private static final String IN_ORDER = " ORDER BY role_name, method FETCH FIRST ? ROWS ONLY";
  private static final String CORRUPT =
      "SELECT tenant, role_name, method, corrupt FROM artifact WHERE tenant = ? AND document IS NULL";
  private static final String CORRUPT_DOCUMENT =
      "SELECT corrupt, corrupt_document FROM artifact WHERE corrupt_document IS NOT NULL AND "
          + KEY;
  private static final String COUNT = "SELECT COUNT(*) AS number FROM artifact WHERE tenant = ?";
  private static final String PROMOTED = SUMMARIES + " AND stage = 'PROMOTED'";
  private static final int MAX_REASON = 500;

  /**
   * A row as it is stored.
   *
   * @param document empty if it could not be read, and was set aside
   * @param seal of the document; absent if it is not sealed
   * @param corrupt why the last document that was set aside could not be read
   */
  record Stored(
      ArtifactKey key,
      long revision,
      Optional<String> document,
      Optional<String> seal,
      Optional<String> corrupt) {

    ArtifactSeal.Place place() {
      return new ArtifactSeal.Place.Row(key, revision);
    }

    /** Returns the row after its document was set aside. */
    Stored without(String reason) {
      return new Stored(key, revision + 1, Optional.empty(), Optional.empty(), Optional.of(reason));
    }
  }

  private ArtifactTable() {}

  static Optional<Stored> find(JdbcTransaction transaction, ArtifactKey key) {
    return transaction.first(
        SELECT + KEY, ArtifactTable::read, key.tenant(), key.role(), key.method());
  }

  /** Returns the keys of a page of artifacts that can be read, in their order. */
  static List<ArtifactKey> keys(JdbcTransaction transaction, ArtifactPages.Query query) {
    var sql = new StringBuilder(KEYS);
    List<Object> parameters = new ArrayList<>(List.of(query.tenant()));
    query
        .role()
        .ifPresent(
            it -> {
              sql.append(" AND role_name = ?");
              parameters.add(it);
            });
    query
        .stage()
        .ifPresent(
            it -> {
              sql.append(" AND stage = ?");
              parameters.add(it.name());
            });
    query
        .after()
        .ifPresent(
            it -> {
              sql.append(" AND (role_name > ? OR (role_name = ? AND method > ?))");
              parameters.addAll(List.of(it.role(), it.role(), it.method()));
            });
    parameters.add(query.limit());
    return transaction.rows(sql + IN_ORDER, ArtifactTable::key, parameters.toArray());
  }

  /** Returns the first of those whose documents were set aside, in their order. */
  static List<ArtifactPages.CorruptArtifact> corrupt(
      JdbcTransaction transaction, String tenant, Optional<String> role, int limit) {
    List<Object> parameters = new ArrayList<>(List.of(tenant));
    role.ifPresent(parameters::add);
    parameters.add(limit);
    return transaction.rows(
        CORRUPT + (role.isPresent() ? " AND role_name = ?" : "") + IN_ORDER,
        row -> new ArtifactPages.CorruptArtifact(key(row), row.optionalText("corrupt").orElse("")),
        parameters.toArray());
  }

  /** Returns the last document of an artifact that was set aside. */
  static Optional<ArtifactPages.CorruptDocument> corruptDocument(
      JdbcTransaction transaction, ArtifactKey key) {
    return transaction.first(
        CORRUPT_DOCUMENT,
        row ->
            new ArtifactPages.CorruptDocument(
                row.optionalText("corrupt").orElse(""), row.text("corrupt_document")),
        key.tenant(),
        key.role(),
        key.method());
  }

  static long count(JdbcTransaction transaction, String tenant) {
    return transaction.number(COUNT, tenant);
  }

  private static ArtifactKey key(Row row) {
    return new ArtifactKey(row.text("tenant"), row.text("role_name"), row.text("method"));
  }

  /**
   * What is written of an artifact.
   *
   * @param revision of the row with it
   * @param seal of the document; empty if it is not sealed
   */
  record Content(ArtifactSummary summary, long revision, String document, Optional<String> seal) {}

  static boolean insert(JdbcTransaction transaction, Content content, Instant now) {
    ArtifactKey key = content.summary().key();
    RowValues row =
        values(content, now)
            .set("tenant", key.tenant())
            .set("role_name", key.role())
            .set("method", key.method());
    return transaction.insert(row) == 1;
  }

  /** Replaces the document, unless the row has changed since it was read. */
  static boolean update(JdbcTransaction transaction, Content content, Instant now) {
    ArtifactKey key = content.summary().key();
    return transaction.moves(
        values(content, now),
        KEY + " AND revision = ?",
        key.tenant(),
        key.role(),
        key.method(),
        content.revision() - 1);
  }

  private static RowValues values(Content content, Instant now) {
    ArtifactSummary summary = content.summary();
    return RowValues.of("artifact")
        .set("stage", summary.stage())
        .set("document", content.document())
        .set("seal", content.seal())
        .set("purpose", summary.purpose())
        .set("successes", summary.successes())
        .set("code_failures", summary.failures())
        .set("idle_since", summary.idleSince())
        .set("revision", content.revision())
        .set("updated_at", now);
  }

  /** Returns the summaries of a tenant's artifacts that can be read, without their documents. */
  static List<ArtifactSummary> summaries(JdbcTransaction transaction, String tenant) {
    return transaction.rows(SUMMARIES, ArtifactTable::summary, tenant);
  }

  /** Returns the summaries of the promoted ones alone. */
  static List<ArtifactSummary> promoted(JdbcTransaction transaction, String tenant) {
    return transaction.rows(PROMOTED, ArtifactTable::summary, tenant);
  }

  private static ArtifactSummary summary(Row row) {
    return new ArtifactSummary(
        key(row),
        row.constant(Stage.class, "stage"),
        row.optionalText("purpose").orElse(""),
        row.number("successes"),
        row.number("code_failures"),
        row.instant("idle"));
  }

  /** Removes a row, unless it has changed since it was read. */
  static boolean delete(JdbcTransaction transaction, Stored read) {
    ArtifactKey key = read.key();
    return transaction.moves(DELETE, key.tenant(), key.role(), key.method(), read.revision());
  }

  /** Sets a document aside that cannot be read, unless the row has changed since. */
  static boolean setAside(JdbcTransaction transaction, Stored read, String reason, Instant now) {
    ArtifactKey key = read.key();
    return transaction.moves(
        SET_ASIDE,
        reason.substring(0, Math.min(MAX_REASON, reason.length())),
        now,
        key.tenant(),
        key.role(),
        key.method(),
        read.revision());
  }

  private static Stored read(Row row) {
    return new Stored(
        key(row),
        row.number("revision"),
        row.optionalText("document"),
        row.optionalText("seal"),
        row.optionalText("corrupt"));
  }
}
