package dev.reprise.run;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.journal.Appended;
import dev.reprise.journal.Archive;
import dev.reprise.journal.Journal;
import dev.reprise.journal.Position;
import dev.reprise.journal.Recorded;
import dev.reprise.journal.RowChange;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;

/**
 * Takes over runs whose records come from elsewhere. One that has not ended is PAUSED: it may still
 * be carried out where it comes from, and only a person knows.
 */
@ApplicationScoped
public class Imports {

  private Archive archive;
  private Journal journal;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  Imports() {}

  @Inject
  Imports(Archive archive, Journal journal) {
    this.archive = archive;
    this.journal = journal;
  }

  /**
   * Puts a run into the table with its record.
   *
   * @param imported recorded if the run has not ended
   * @return false if the run is there already
   * @throws IllegalStateException if the events do not fit the agent or each other
   * @throws dev.reprise.journal.BrokenRecord if it is a fork whose parent is not here as it was
   */
  public boolean take(
      Archive.Unpacked record, AgentDefinition agent, RunEvent.RunImported imported) {
    UUID run = record.header().run();
    Folded folded = Folded.from(new Unpacked(record, journal), run, agent);
    RunStatus status = statusOf(record);
    List<RunEvent> more = status.isEnded() ? List.of() : List.of(imported);
    RowChange insertion =
        RowChanges.restore(
            record,
            status.isEnded() ? status : RunStatus.PAUSED,
            record.epoch() + more.size(),
            record.head().sequence() + more.size(),
            folded.state());
    return archive.restore(record, insertion, more);
  }

  private static RunStatus statusOf(Archive.Unpacked record) {
    return record.events().stream()
        .flatMap(recorded -> Lifecycle.statusAfter(recorded.event()).stream())
        .reduce((before, status) -> status)
        .orElseThrow(() -> new IllegalStateException("the record does not begin with a run"));
  }

  /** The journals of this server, and that of the record beside them. */
  private record Unpacked(Archive.Unpacked record, Journal others) implements Journal {

    @Override
    public List<Recorded> read(UUID run, Position after, int limit) {
      return run.equals(record.header().run())
          ? record.events().stream().skip(after.sequence()).limit(limit).toList()
          : others.read(run, after, limit);
    }

    @Override
    public Position position(UUID run, long sequence) {
      return others.position(run, sequence);
    }

    @Override
    public Appended append(
        Writer writer, Position head, List<? extends RunEvent> events, RowChange row) {
      throw new UnsupportedOperationException("nothing is appended to a record that is looked at");
    }
  }
}
