package dev.reprise.api.run;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.history.CallStartLookup;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.server.ServerLife;
import dev.reprise.platform.server.ServerStarts;
import dev.reprise.queue.row.Run;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.ToolCallProgress;
import dev.reprise.run.state.ToolCallState;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/** Finds the servers that began calls whose outcome is unknown, and may still carry them out. */
@ApplicationScoped
public class CallStarters {

  private static final System.Logger LOG = System.getLogger(CallStarters.class.getName());

  private final CallStartLookup beginnings;
  private final ServerStarts starts;

  @Inject
  CallStarters(CallStartLookup beginnings, ServerStarts starts) {
    this.beginnings = beginnings;
    this.starts = starts;
  }

  /** Returns who began a call; empty if its outcome is not unknown. */
  public Optional<CallStarter> of(Run run, RunState.OpenPhase phase, ToolCallState call) {
    return call.progress() instanceof ToolCallProgress.Started && run.status() != RunStatus.RUNNING
        ? beginnings.lastOf(run.id(), phase, call).map(start -> CallStarter.of(start, life(start)))
        : Optional.empty();
  }

  private Optional<ServerLife> life(String start) {
    try {
      return starts.life(start);
    } catch (DatabaseException e) {
      LOG.log(
          WARNING,
          "server %s: its state could not be read; the response does not show it".formatted(start),
          e);
      return Optional.empty();
    }
  }
}
