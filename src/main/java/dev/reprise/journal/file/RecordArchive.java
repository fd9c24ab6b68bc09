package dev.reprise.journal.file;

import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.KeyMissingException;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.Blob;
import dev.reprise.journal.seal.EventEncoder;
import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.journal.seal.StoredEvent;
import dev.reprise.journal.store.EventReader;
import dev.reprise.journal.store.EventTable;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.Keys;
import dev.reprise.platform.jdbc.ReadReplica;
import dev.reprise.platform.jdbc.SqlErrors;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import javax.sql.DataSource;

/**
 * Exports records of runs from the database and imports them, as files that can be verified alone:
 * see {@link RecordVerifier}. Files have payloads as they are stored, so encrypted payloads stay
 * encrypted. Tested by {@code RecordFileTest}.
 */
@ApplicationScoped
public class RecordArchive {

  private static final int PAGE = 200;

  private final DataSource database;
  private final EventReader reader;
  private final ReadReplica replica;
  private final EventEncoder recorder;
  private final KeySource sealing;

  @Inject
  RecordArchive(DataSource database, ReadReplica replica, EventEncoder recorder, Keys keys) {
    this(database, replica, recorder, keys.sealing());
  }

  /** Creates an archive that reads everything from one database. */
  public RecordArchive(DataSource database, EventEncoder recorder, KeySource sealing) {
    this(database, ReadReplica.none(), recorder, sealing);
  }

  private RecordArchive(
      DataSource database, ReadReplica replica, EventEncoder recorder, KeySource sealing) {
    this.database = database;
    this.reader = new EventReader(database, recorder.check());
    this.replica = replica;
    this.recorder = recorder;
    this.sealing = sealing;
  }

  /**
   * Writes a run's record as a file, from a read replica as far as it has the record.
   *
   * @param end sequence of the newest event to write
   * @throws BrokenRecordException if an event is not as it was written, or belongs to another
   *     tenant; then the file has no end
   */
  public void write(RecordHeader header, long end, OutputStream out) throws IOException {
    var file = new RecordFileWriter(out, sealing);
    file.header(header);
    Position after = Position.START;
    while (after.sequence() < end) {
      int limit = (int) Math.min(PAGE, end - after.sequence());
      List<EventReader.Row> page = page(header.run(), after, limit);
      if (page.isEmpty()) {
        throw new BrokenRecordException(header.run(), after.sequence() + 1, "is missing");
      }
      for (EventReader.Row row : page) {
        requireTenant(header, row.event());
        file.event(row);
        after = row.event().position();
      }
    }
    file.end();
  }

  private List<EventReader.Row> page(UUID run, Position after, int limit) {
    return replica
        .read(source -> new EventReader(source, recorder.check()).page(run, after, limit))
        .filter(Predicate.not(List::isEmpty)) // not there yet
        .orElseGet(() -> reader.page(run, after, limit));
  }

  private static void requireTenant(RecordHeader header, StoredEvent event) {
    if (!event.tenant().equals(header.tenant())) {
      throw new BrokenRecordException(header.run(), "tenant", header.tenant(), event.tenant());
    }
  }

  /**
   * A record that was read from a file and verified.
   *
   * @param events in order; each access reads and decodes one again, so that memory holds neither
   *     the file nor its events
   */
  public record Unpacked(RecordHeader header, List<RecordedEvent> events, Rows rows) {

    /** Returns where the journal ends. */
    public Position head() {
      return events.getLast().position();
    }

    /** Returns the newest writer's epoch. */
    public long epoch() {
      return events.getLast().epoch();
    }
  }

  /** The events as they are to be stored. */
  public static final class Rows {
    private final List<PreparedAppend.Entry> entries;

    private Rows(List<PreparedAppend.Entry> entries) {
      this.entries = entries;
    }
  }

  /**
   * Reads a file without importing it. All of it must be sealed: only a key proves that the events
   * happened.
   *
   * @throws ForgedRecordFileException if it is not as it was exported, or this server has no
   *     sealing keys
   * @throws KeyMissingException if this server lacks a key that the file is sealed or encrypted
   *     with
   * @throws BrokenRecordException if an event cannot be read
   */
  public Unpacked read(RecordFile file) throws IOException, ForgedRecordFileException {
    if (sealing.isEmpty()) {
      throw new ForgedRecordFileException(
          1,
          "only sealed records are imported, and this server has no keys to verify a seal"
              + " (reprise.seal.keys, reprise.seal.key-file)");
    }
    var unpacking = new Unpacking();
    new RecordFileReader(sealing, recorder.check(), recorder.maxLineBytes())
        .read(file.from(0), unpacking);
    if (unpacking.places.isEmpty()) {
      throw new ForgedRecordFileException(2, "the file has no events");
    }
    var entries = new FileEntries(file, unpacking.places);
    return new Unpacked(
        unpacking.header.orElseThrow(),
        new LazyEntries<>(entries, this::recorded),
        new Rows(entries));
  }

  private RecordedEvent recorded(PreparedAppend.Entry entry) {
    return recorder.read(
        entry.row(), entry.blob().map(Blob::content).orElseGet(entry.row()::payload));
  }

  private final class Unpacking implements RecordFileReader.Sink {

    private Optional<RecordHeader> header = Optional.empty();
    private final List<LinePlace> places = new ArrayList<>();

    @Override
    public void header(RecordHeader first) {
      header = Optional.of(first);
    }

    @Override
    public void event(EventReader.Row row, LinePlace place) {
      recorded(FileEntries.entry(row)); // refuses the whole file if an event cannot be read
      places.add(place);
    }
  }

  /**
   * Imports a record into the database: all events and the run's row, or nothing.
   *
   * @param change inserts the run's row
   * @param more events to append after those of the file
   * @return false if the row could not be inserted, because the run exists already
   */
  public boolean restore(Unpacked record, FencedUpdate change, List<? extends RunEvent> more) {
    UUID run = record.header().run();
    var writer = new Writer(run, record.header().tenant(), record.epoch() + 1);
    List<PreparedAppend.Entry> added = new ArrayList<>();
    Position head = record.head();
    for (RunEvent happened : more) {
      PreparedAppend.Entry entry = recorder.write(writer, head, recorder.redacted(happened));
      added.add(entry);
      head = entry.position();
    }
    List<PreparedAppend.Entry> entries = new JoinedList<>(record.rows().entries, added);
    List<RunEvent> events = new LazyEntries<>(entries, entry -> recorded(entry).event());
    try {
      return EventTable.of(database)
          .write(List.of(new PreparedAppend(writer, change, entries, events)))
          .isEmpty();
    } catch (SQLException e) {
      if (SqlErrors.isConstraintViolation(e)) {
        return false;
      }
      throw new JournalUnavailableException("append to", run, e);
    }
  }
}
