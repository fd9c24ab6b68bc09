package dev.reprise.queue.fork;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Delegation;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Journal;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.file.RecordArchive;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.row.ImportedRun;
import dev.reprise.queue.row.ReasonEncryption;
import dev.reprise.queue.row.RunRowInserts;
import dev.reprise.queue.row.RunRowUpdates;
import dev.reprise.queue.row.StatusChange;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.Requester;
import dev.reprise.run.RunIdentity;
import dev.reprise.run.approval.Submitter;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.StatusTransitions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Imports runs with their records from other installations. A run that has not ended becomes
 * PAUSED, because the other installation may still execute it, and only a person knows.
 *
 * <p>A run keeps its id, because other data is bound to the id: seals, payloads, forks, child runs
 * and the keys of its calls. The seal proves that the id belongs to this tenant. The table of runs
 * and the tombstones ensure that a run is imported only once. Tested by {@code ImportedAgentIT}.
 */
@ApplicationScoped
public class Imports {

  private static final String TOMBSTONE =
      "SELECT erased_at FROM tombstone WHERE run_id = ? AND tenant = ?";

  private final RecordArchive archive;
  private final Journal journal;
  private final Database database;
  private final ReasonEncryption reasons;
  private final Clock clock;

  @Inject
  Imports(
      RecordArchive archive,
      Journal journal,
      Database database,
      ReasonEncryption reasons,
      Clock clock) {
    this.archive = archive;
    this.journal = journal;
    this.database = database;
    this.reasons = reasons;
    this.clock = clock;
  }

  /** Returns when a run with this id was erased here; empty if none was. */
  public Optional<Instant> erasedAt(String tenant, UUID run) {
    return database.first(TOMBSTONE, row -> row.instant("erased_at"), run, tenant);
  }

  /**
   * Checks that a record leads to a valid state; changes nothing.
   *
   * @throws IllegalStateException if the events do not fit the agent or each other
   * @throws dev.reprise.journal.BrokenRecordException if an event is not authentic, or the run is a
   *     fork and its parent is missing here or differs
   */
  public ImportedRun check(RecordArchive.Unpacked record, AgentDefinition agent) {
    RecordHeader header = record.header();
    ReplayedRun folded = ReplayedRun.from(new Unpacked(record, journal), header.run(), agent);
    folded.as(header.run(), identity(header, folded.state()));
    return new ImportedRun(
        record,
        statusOf(record),
        folded.state().messages(),
        folded.state().delegation(),
        RunRowUpdates.progressOf(folded.state()),
        folded.state().assignment().submitter());
  }

  /**
   * Stores a run with its record.
   *
   * @return false if a run with this id exists
   */
  public boolean take(ImportedRun run, Requester importer) {
    List<RunEvent> more =
        run.status().isEnded()
            ? List.of()
            : List.of(new ControlEvent.Imported(importer.name(), clock.instant(), importer.role()));
    Optional<StatusChange> end =
        run.end().map(last -> reasons.statusChange(run.record().header().run(), last.event()));
    FencedUpdate row = RunRowInserts.restore(run, run.owner(importer), more.size(), end);
    return archive.restore(run.record(), row, more);
  }

  /** Takes the submitter's role and the parent from the record, and the rest from the header. */
  private static RunIdentity identity(RecordHeader header, RunState state) {
    return new RunIdentity(
        header.tenant(),
        header.agent(),
        header.agentVersion(),
        header.workspace(),
        header.submittedBy(),
        state.assignment().submitter().map(Submitter::role),
        state.delegation().map(Delegation::parent));
  }

  private static RunStatus statusOf(RecordArchive.Unpacked record) {
    return record.events().stream()
        .flatMap(recorded -> StatusTransitions.statusAfter(recorded.event()).stream())
        .reduce((before, status) -> status)
        .orElseThrow(() -> new IllegalStateException("the record must begin with a run"));
  }

  /** The journal of the imported record together with the journals of this server. */
  private record Unpacked(RecordArchive.Unpacked record, Journal others) implements Journal {

    @Override
    public List<RecordedEvent> read(UUID run, Position after, int limit) {
      return run.equals(record.header().run())
          ? page(record.events(), after, limit)
          : others.read(run, after, limit);
    }

    private static List<RecordedEvent> page(List<RecordedEvent> events, Position after, int limit) {
      int start = (int) Math.min(after.sequence(), events.size());
      int end = (int) Math.min((long) start + limit, events.size());
      return List.copyOf(events.subList(start, end)); // reads only these events, each once
    }

    @Override
    public Position position(UUID run, long sequence) {
      return others.position(run, sequence);
    }

    @Override
    public PendingAppend append(
        Writer writer, Position head, List<? extends RunEvent> events, FencedUpdate row) {
      throw new UnsupportedOperationException("a record that is checked must not change");
    }
  }
}
