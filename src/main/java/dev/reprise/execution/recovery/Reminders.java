package dev.reprise.execution.recovery;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.message.CallLocation;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.UnknownAgentVersionException;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.ReminderEvent;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.queue.row.UnclaimedRuns;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.approval.Approval;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallState;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Records that people are reminded of calls, one time for each kind and wait. Webhooks are told of
 * it as of other events.
 *
 * <p>A server looks at each waiting run once for each kind: it remembers how far it has come, by
 * the time since when the runs wait. Several servers do this side by side; the journal's end
 * decides which one's event counts. Tested by {@code ReminderIT}.
 */
@ApplicationScoped
class Reminders {

  private static final System.Logger LOG = System.getLogger(Reminders.class.getName());

  private static final int PAGE = 100;

  private final Runs runs;
  private final UnclaimedRuns unclaimed;
  private final AgentVersions versions;
  private final Clock clock;
  private final Map<ReminderEvent.Kind, Runs.Place> seen = new EnumMap<>(ReminderEvent.Kind.class);

  @Inject
  Reminders(Runs runs, UnclaimedRuns unclaimed, AgentVersions versions, Clock clock) {
    this.runs = runs;
    this.unclaimed = unclaimed;
    this.versions = versions;
    this.clock = clock;
  }

  /**
   * Reminds people of the calls of runs that have waited for so long.
   *
   * @throws RuntimeException if the database fails; the next call continues
   */
  synchronized void send(ReminderEvent.Kind kind, Duration after) {
    List<Run> page;
    do {
      page = runs.waitingForPeople(after, Optional.ofNullable(seen.get(kind)), PAGE);
      for (Run run : page) {
        remind(run, kind);
        seen.put(kind, new Runs.Place(run.updatedAt(), run.id()));
      }
    } while (page.size() == PAGE);
  }

  private void remind(Run run, ReminderEvent.Kind kind) {
    if (!runs.hasRecord(run)) {
      return; // the server that has it does this
    }
    try {
      ReplayedRun folded = runs.fold(run, versions.load(run.tenant(), run.agentVersion()));
      List<ReminderEvent> events = events(folded.state(), kind);
      if (!events.isEmpty() && unclaimed.note(run.id(), folded.head(), events)) {
        LOG.log(
            INFO,
            "run %s: %s of %d calls that wait for people; the run goes on waiting"
                .formatted(run.id(), kind, events.size()));
      }
    } catch (BrokenRecordException | UnknownAgentVersionException e) {
      LOG.log(WARNING, "run %s: people are not reminded of its calls".formatted(run.id()), e);
    }
  }

  private List<ReminderEvent> events(RunState state, ReminderEvent.Kind kind) {
    return state.openPhase().stream().flatMap(phase -> events(phase, kind)).toList();
  }

  private Stream<ReminderEvent> events(RunState.OpenPhase phase, ReminderEvent.Kind kind) {
    int iteration = phase.work().iteration();
    return Stream.concat(
        phase.work().calls().stream()
            .filter(call -> isDue(call, kind))
            .map(call -> event(phase, iteration, call, kind)),
        phase.work().question().stream()
            .filter(call -> isDue(call, kind))
            .map(call -> event(phase, iteration + 1, call, kind)));
  }

  private ReminderEvent event(
      RunState.OpenPhase phase, int iteration, ToolCallState call, ReminderEvent.Kind kind) {
    return new ReminderEvent(
        new CallLocation(phase.name(), iteration, call.call().id()), kind, clock.instant());
  }

  private boolean isDue(ToolCallState call, ReminderEvent.Kind kind) {
    return call.isWithPerson()
        && !call.isApprovalExpired(clock.instant())
        && call.approval()
            .flatMap(Approval::reminder)
            .filter(last -> last.compareTo(kind) >= 0)
            .isEmpty();
  }
}
