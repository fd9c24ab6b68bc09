package dev.reprise.journal.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.Writer;
import dev.reprise.journal.file.RecordArchive;
import dev.reprise.journal.seal.EventEncoder;
import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.journal.seal.StoredEvent;
import dev.reprise.journal.store.EventReader;
import dev.reprise.journal.store.EventTable;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.SqlErrors;
import dev.reprise.platform.redaction.Redaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * The audit records of tenants. Each is a journal in the table {@code event}; its id follows from
 * the tenant. Nothing removes an entry.
 *
 * <p>A chain does not show that its end was cut off by someone who may write to the database. So
 * each entry is also a line of the log, with its sequence and hash, which leaves the server by
 * whatever collects logs: {@code reprise verify --has} checks a record against it.
 *
 * <p>Methods throw {@link JournalUnavailableException} if the database fails.
 */
@ApplicationScoped
public class AuditRecord {

  /** How often an append yields to those of other servers. */
  private static final int TRIES = 100;

  private static final System.Logger LOG = System.getLogger(AuditRecord.class.getName());
  private static final long EPOCH = 1;

  private static final String END = "SELECT last_sequence FROM audit_record WHERE id = ?";
  private static final String HASH = "SELECT hash FROM event WHERE run_id = ? AND sequence = ?";
  private static final String BEGIN = "INSERT INTO audit_record (last_sequence, id) VALUES (?, ?)";
  private static final String ADVANCE =
      "UPDATE audit_record SET last_sequence = ? WHERE id = ? AND last_sequence = ?";

  private final DataSource database;
  private final EventTable table;
  private final EventReader reader;
  private final EventEncoder encoder;
  private final RecordArchive archive;
  private final Redaction redaction;
  private final AuditCodec codec = new AuditCodec();

  @Inject
  public AuditRecord(
      DataSource database, EventEncoder encoder, RecordArchive archive, Redaction redaction) {
    this.database = database;
    this.table = EventTable.of(database);
    this.reader = new EventReader(database, encoder.check());
    this.encoder = encoder;
    this.archive = archive;
    this.redaction = redaction;
  }

  /** An entry of a record. */
  public record Entry(long sequence, Instant at, AuditEvent event, String hash) {}

  /** Returns the id of a tenant's record, in the place of the id of a run. */
  public static UUID id(String tenant) {
    return UUID.nameUUIDFromBytes(("reprise audit record of " + tenant).getBytes(UTF_8));
  }

  /**
   * Appends an event; it is durable when this returns.
   *
   * @return its sequence
   */
  public long append(String tenant, AuditEvent event) {
    UUID id = id(tenant);
    AuditEvent redacted = event.redacted(redaction);
    for (int tried = 0; tried < TRIES; tried++) {
      Position end = end(tenant);
      PreparedAppend.Entry entry =
          encoder.write(
              new Writer(id, tenant, EPOCH),
              end,
              codec.type(redacted),
              AuditCodec.VERSION,
              codec.write(redacted));
      if (isWritten(tenant, end, entry)) {
        Position position = entry.position();
        LOG.log(
            Level.INFO,
            "audit record of tenant %s: entry %d has the hash %s"
                .formatted(tenant, position.sequence(), position.hash()));
        return position.sequence();
      }
    }
    throw new JournalUnavailableException(
        "append to",
        id,
        new SQLException("other servers appended before, %d times".formatted(TRIES)));
  }

  private boolean isWritten(String tenant, Position end, PreparedAppend.Entry entry) {
    UUID id = id(tenant);
    long next = entry.position().sequence();
    FencedUpdate row =
        end.sequence() == 0
            ? FencedUpdate.of(BEGIN, next, id.toString())
            : FencedUpdate.of(ADVANCE, next, id.toString(), end.sequence());
    var append = new PreparedAppend(new Writer(id, tenant, EPOCH), row, List.of(entry), List.of());
    try {
      return table.write(List.of(append)).isEmpty();
    } catch (SQLException e) {
      if (SqlErrors.isConstraintViolation(e)) {
        return false; // another server has begun the record
      }
      throw new JournalUnavailableException("append to", id, e);
    }
  }

  /** Returns where a tenant's record ends; {@link Position#START} if it is empty. */
  public Position end(String tenant) {
    return position(id(tenant), size(tenant));
  }

  /** Returns how many entries a tenant's record has. */
  public long size(String tenant) {
    UUID id = id(tenant);
    return first(id, END, row -> row.number("last_sequence"), id).orElse(0L);
  }

  private Position position(UUID id, long sequence) {
    return sequence == 0
        ? Position.START
        : first(id, HASH, row -> new Position(sequence, row.text("hash")), id, sequence)
            .orElseThrow(() -> new BrokenRecordException(id, sequence, "is missing"));
  }

  /**
   * Returns entries in order, each verified.
   *
   * @param after the sequence before the first of them
   * @throws BrokenRecordException if one is not as it was written
   */
  public List<Entry> page(String tenant, long after, int limit) {
    UUID id = id(tenant);
    return reader.page(id, position(id, after), limit).stream().map(this::entry).toList();
  }

  private Entry entry(EventReader.Row row) {
    StoredEvent stored = row.event();
    try {
      AuditEvent event = codec.read(stored.type(), encoder.payload(stored, row.content()));
      return new Entry(stored.sequence(), stored.at(), event, stored.hash());
    } catch (IllegalArgumentException e) {
      throw new BrokenRecordException(stored.run(), stored.sequence(), e);
    }
  }

  /**
   * Writes a tenant's record as a file, which is verified as that of a run.
   *
   * @throws BrokenRecordException if an entry is not as it was written; then the file has no end
   */
  public void export(String tenant, OutputStream out) throws IOException {
    archive.write(RecordHeader.ofAudit(id(tenant), tenant), size(tenant), out);
  }

  private <T> Optional<T> first(
      UUID id, String sql, JdbcTransaction.Reading<T> reading, Object... parameters) {
    try {
      return JdbcTransaction.single(
          database, statements -> statements.first(sql, reading, parameters));
    } catch (DatabaseException e) {
      throw new JournalUnavailableException("read", id, e);
    }
  }
}
