package dev.reprise.history;

import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallState;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds the server that last started a call whose outcome is unknown. The search reads the whole
 * record, so it serves requests of people and never the execution of a run.
 */
@ApplicationScoped
public class CallStartLookup {

  private final Journal journal;

  @Inject
  public CallStartLookup(Journal journal) {
    this.journal = journal;
  }

  /**
   * Returns the start of a server that last started a call.
   *
   * @param run the run whose call is open
   * @return empty if no server started it
   */
  public Optional<String> lastOf(UUID run, RunState.OpenPhase phase, ToolCallState call) {
    return search(run, phase, call)
        .or(() -> call.origin().flatMap(parent -> search(parent, phase, call)));
  }

  private Optional<String> search(UUID run, RunState.OpenPhase phase, ToolCallState call) {
    var search = new Search(phase, call);
    journal.readAll(run, Position.START).map(RecordedEvent::event).forEachOrdered(search::see);
    return search.found;
  }

  private static final class Search {

    private final RunState.OpenPhase phase;
    private final ToolCallState call;
    private Optional<String> holder = Optional.empty();
    private Optional<String> found = Optional.empty();

    Search(RunState.OpenPhase phase, ToolCallState call) {
      this.phase = phase;
      this.call = call;
    }

    void see(RunEvent event) {
      if (event instanceof LifecycleEvent.Admitted admitted) {
        holder = Optional.of(admitted.server());
      } else if (isBeginning(event)) {
        found = holder;
      }
    }

    private boolean isBeginning(RunEvent event) {
      return event instanceof ToolCallEvent.Started started
          && started.phase().equals(phase.name())
          && started.iteration() == phase.work().iteration()
          && started.callId().equals(call.call().id());
    }
  }
}
