package dev.reprise.run.fork;

import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.Run;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/** Finds what people have said about the calls of a run. */
@ApplicationScoped
public class HumanInputHistory {

  private Journal journal;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  HumanInputHistory() {}

  @Inject
  HumanInputHistory(Journal journal) {
    this.journal = journal;
  }

  /**
   * Returns what was recorded last about the call that a word is about, as the person saw it. Looks
   * no further back than to the newest checkpoint, which there is none in the midst of calls.
   */
  public Optional<RecordedEvent> find(Run run, HumanInputEvent word) {
    return journal
        .readAll(run.id(), journal.position(run.id(), run.checkpoint().orElse(0L)))
        .filter(recorded -> isAboutTheSame(recorded.event(), word))
        .reduce((earlier, later) -> later);
  }

  private static boolean isAboutTheSame(RunEvent event, HumanInputEvent word) {
    return event instanceof HumanInputEvent past && past.isAboutTheCallOf(word);
  }
}
