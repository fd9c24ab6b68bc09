package dev.reprise.run;

import dev.reprise.agent.Delegation;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.file.RecordArchive;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.Submitter;
import java.util.Optional;
import java.util.UUID;

/**
 * A run out of a file that may be put into the table.
 *
 * @param status that its record ends with
 * @param messages how many it has taken
 * @param delegation for which call of another run it works, if it does
 * @param submitter for whom it is, as far as its record says
 */
public record ImportedRun(
    RecordArchive.Unpacked record,
    RunStatus status,
    long messages,
    Optional<Delegation> delegation,
    Optional<Submitter> submitter) {

  /**
   * Returns for whom it is here: one that goes on is so for who brings it, which is recorded; one
   * that has its end stays for whom its record says it is.
   */
  public Requester owner(Requester importer) {
    return submitter
        .filter(person -> status.isEnded())
        .map(person -> new Requester(person.name(), Optional.of(person.role())))
        .orElse(importer);
  }

  UUID id() {
    return record.header().run();
  }

  /** Returns the run that it was forked from, and where. */
  Optional<LifecycleEvent.Forked> fork() {
    return record.events().getFirst().event() instanceof LifecycleEvent.Forked forked
        ? Optional.of(forked)
        : Optional.empty();
  }
}
