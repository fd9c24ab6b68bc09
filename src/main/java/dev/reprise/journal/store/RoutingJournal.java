package dev.reprise.journal.store;

import dev.reprise.journal.AppendListener;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Journal;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.EventEncoder;
import dev.reprise.telemetry.Telemetry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/**
 * Knows where each run's journal is: in the database or, for runs that are not durable, in this
 * server's memory.
 *
 * <p>Memory keeps the newest {@value #MAX_ENDED} ended runs, and fewer if they take more than 256
 * MiB together.
 */
@ApplicationScoped
class RoutingJournal implements Journal {

  static final int MAX_ENDED = 1000;
  private static final long MAX_ENDED_KIB = 256 * 1024;

  private final Map<UUID, InMemoryJournal> inMemory = new ConcurrentHashMap<>();
  private final Set<UUID> ended = new LinkedHashSet<>(); // the oldest end first; guarded by itself
  private final JdbcJournal inDatabase;
  private final DataSource database;
  private final EventEncoder recorder;
  private final Telemetry telemetry;
  private final AppendListener listener;

  @Inject
  RoutingJournal(
      JdbcJournal inDatabase,
      DataSource database,
      EventEncoder recorder,
      Telemetry telemetry,
      AppendListener listener) {
    this.inDatabase = inDatabase;
    this.database = database;
    this.recorder = recorder;
    this.telemetry = telemetry;
    this.listener = listener;
  }

  @Override
  public PendingAppend append(
      Writer writer, Position head, List<? extends RunEvent> events, FencedUpdate row) {
    long began = telemetry.now();
    PendingAppend appended = route(writer, head, events, row);
    appended
        .durable()
        .whenComplete(
            (failures, fault) -> {
              if (fault == null) {
                listener.appended(writer, appended.events());
              }
              if (telemetry.isOn()) {
                AppendMeasures.record(telemetry, appended.events(), failures, fault, began);
              }
            });
    return appended;
  }

  private PendingAppend route(
      Writer writer, Position head, List<? extends RunEvent> events, FencedUpdate row) {
    Optional<InMemoryJournal> found = find(writer.run());
    if (found.isEmpty()) {
      return inDatabase.append(writer, head, events, row);
    }
    PendingAppend appended = found.get().append(writer, head, events, row);
    if (!row.isAdvance()) {
      note(writer.run(), found.get().hasEnded());
    }
    return appended;
  }

  @Override
  public boolean isRequired() {
    return inDatabase.isRequired();
  }

  private Optional<InMemoryJournal> find(UUID run) {
    return Optional.ofNullable(inMemory.get(run));
  }

  private void note(UUID run, boolean hasEnded) {
    synchronized (ended) {
      ended.remove(run);
      if (hasEnded) {
        ended.add(run);
        dropOldest();
      }
    }
  }

  private void dropOldest() {
    long kibibytes =
        ended.stream()
            .flatMap(run -> find(run).stream())
            .mapToLong(InMemoryJournal::kibibytes)
            .sum();
    Iterator<UUID> oldest = ended.iterator();
    while (ended.size() > 1 && (ended.size() > MAX_ENDED || kibibytes > MAX_ENDED_KIB)) {
      UUID run = oldest.next();
      kibibytes -= find(run).map(InMemoryJournal::kibibytes).orElse(0);
      oldest.remove();
      inMemory.remove(run);
    }
  }

  @Override
  public List<RecordedEvent> read(UUID run, Position after, int limit) {
    return find(run)
        .map(journal -> journal.read(after, limit))
        .orElseGet(() -> inDatabase.read(run, after, limit));
  }

  @Override
  public List<RecordedEvent> read(UUID run, Position after, int limit, long characters) {
    return find(run)
        .map(journal -> journal.read(after, limit))
        .orElseGet(() -> inDatabase.read(run, after, limit, characters));
  }

  @Override
  public Position position(UUID run, long sequence) {
    return find(run)
        .map(journal -> journal.position(sequence))
        .orElseGet(() -> inDatabase.position(run, sequence));
  }

  @Override
  public void keepInMemory(UUID run) {
    inMemory.put(run, new InMemoryJournal(run, recorder, database));
  }

  @Override
  public Optional<Position> endInMemory(UUID run) {
    return find(run).map(InMemoryJournal::end);
  }

  @Override
  public void forget(UUID run) {
    if (inMemory.remove(run) != null) {
      synchronized (ended) {
        ended.remove(run);
      }
    }
  }
}
