package dev.reprise.queue;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.queue.row.Labels;
import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.RunRowInserts;
import java.util.ArrayList;
import java.util.List;

/** The events that the journal of a new run begins with. */
final class NewRunEvents {

  private NewRunEvents() {}

  /** Appends them together with the row of the run. */
  static PendingAppend append(Journal journal, NewRun run) {
    List<RunEvent> events = of(run);
    return journal.append(
        new Writer(run.id(), run.tenant(), 0),
        Position.START,
        events,
        RunRowInserts.insert(run, events.size()));
  }

  /** Appends them likewise, in memory if the run is not durable, and waits until that is done. */
  static Position appendNow(Journal journal, NewRun run) {
    run.inMemoryOn().ifPresent(here -> journal.keepInMemory(run.id()));
    try {
      return append(journal, run).await();
    } catch (RuntimeException e) {
      journal.forget(run.id()); // as far as is known, the run was not created
      throw e;
    }
  }

  private static List<RunEvent> of(NewRun run) {
    List<RunEvent> events = new ArrayList<>();
    events.add(
        new LifecycleEvent.Submitted(
            run.agent().name(),
            run.agent().version(),
            run.input(),
            run.workspace(),
            run.submitter().name(),
            run.options().tools(),
            run.delegation(),
            run.submitter().role()));
    run.options()
        .budget()
        .map(it -> new ControlEvent.BudgetSet(run.submitter().name(), it))
        .ifPresent(events::add);
    if (!run.options().parties().isEmpty()) {
      events.add(new ControlEvent.Attributed(run.submitter().name(), run.options().parties()));
    }
    Labels labels = run.options().labels();
    if (!labels.isEmpty()) {
      events.add(new ControlEvent.Labelled(run.submitter().name(), labels.values()));
    }
    return events;
  }
}
