package dev.reprise.queue.fork;

import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.queue.row.Run;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/** Finds people's decisions about the calls of a run. */
@ApplicationScoped
public class HumanInputHistory {

  private final Journal journal;

  @Inject
  HumanInputHistory(Journal journal) {
    this.journal = journal;
  }

  /**
   * Returns the last recorded decision about the same call, in the state in which the person saw
   * it; that a person passed it on is none. The search starts at the newest checkpoint, because no
   * checkpoint is made during calls.
   */
  public Optional<RecordedEvent> find(Run run, HumanInputEvent word) {
    return journal
        .readAll(run.id(), journal.position(run.id(), run.checkpoint().orElse(0L)))
        .filter(recorded -> isAboutTheSame(recorded.event(), word))
        .reduce((earlier, later) -> later);
  }

  private static boolean isAboutTheSame(RunEvent event, HumanInputEvent word) {
    return event instanceof HumanInputEvent past
        && !(past instanceof HumanInputEvent.Assigned)
        && past.isAboutTheCallOf(word);
  }
}
