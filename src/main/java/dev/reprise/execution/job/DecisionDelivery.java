package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.definition.AgentVersions;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.queue.RunQueue;
import dev.reprise.queue.inbox.DecisionInbox;
import dev.reprise.queue.inbox.PostedDecision;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.queue.row.UnclaimedRuns;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Takes decisions that people made while a job held the run, or while it was paused, into the run's
 * journal, once it waits or is paused. A paused run stays paused: it acts on its decisions once it
 * is resumed, however late that is.
 *
 * <p>A decision counts once, whichever server delivers it and however often: the journal takes it
 * only if a call still waits for it in the state that the person saw. Tested by {@code
 * DecisionSurvivesIT}.
 */
@ApplicationScoped
public class DecisionDelivery {

  private static final System.Logger LOG = System.getLogger(DecisionDelivery.class.getName());

  /** A run with one of these statuses has no job that writes its journal. */
  private static final Set<RunStatus> TAKING = EnumSet.of(RunStatus.WAITING, RunStatus.PAUSED);

  private final DecisionInbox inbox;
  private final Runs runs;
  private final AgentVersions versions;
  private final RunQueue queue;
  private final UnclaimedRuns unclaimed;
  private final Set<String> reported = ConcurrentHashMap.newKeySet();

  @Inject
  DecisionDelivery(
      DecisionInbox inbox,
      Runs runs,
      AgentVersions versions,
      RunQueue queue,
      UnclaimedRuns unclaimed) {
    this.inbox = inbox;
    this.runs = runs;
    this.versions = versions;
    this.queue = queue;
    this.unclaimed = unclaimed;
  }

  /**
   * Delivers what can be delivered now. A decision that cannot be is reported once, is tried again
   * at the next call, and delays no other.
   *
   * @throws DatabaseException if the decisions cannot be read
   */
  void deliver() {
    for (PostedDecision posted : inbox.deliverable()) {
      try {
        deliver(posted);
      } catch (RuntimeException e) {
        LOG.log(
            reported.add(posted.run() + "#" + posted.number()) ? WARNING : DEBUG,
            "run %s: a decision about a call could not be taken; the next poll tries again"
                .formatted(posted.run()),
            e);
      }
    }
  }

  private void deliver(PostedDecision posted) {
    Optional<Run> found = runs.find(posted.run());
    if (found.isEmpty() || found.get().status().isEnded()) {
      drop(posted);
    } else if (TAKING.contains(found.get().status()) && runs.hasRecord(found.get())) {
      deliver(posted, found.get());
    } // else a server has claimed the run meanwhile, or another one has its record in memory
  }

  private void deliver(PostedDecision posted, Run run) {
    HumanInputEvent decision = inbox.open(posted);
    ReplayedRun folded = runs.fold(run, versions.load(run.tenant(), run.agentVersion()));
    if (!folded.state().awaits(decision)) {
      inbox.remove(posted);
      LOG.log(
          INFO,
          "run %s, phase %s, call %s: the decision of '%s' came too late and changes nothing"
              .formatted(posted.run(), decision.phase(), decision.callId(), decision.by()));
    } else if (take(run, folded, decision)) {
      inbox.remove(posted); // if the server dies before this, the decision is too late next time
    }
  }

  private boolean take(Run run, ReplayedRun folded, HumanInputEvent decision) {
    List<RunEvent> events = folded.state().recordedAs(decision);
    if (run.status() == RunStatus.WAITING) {
      return queue.resolve(run.id(), folded.head(), events);
    }
    return events.size() > 1 // one more person pauses it
        ? unclaimed.decide(run.id(), folded.head(), events)
        : unclaimed.note(run.id(), folded.head(), events);
  }

  private void drop(PostedDecision posted) {
    inbox.remove(posted);
    LOG.log(
        INFO,
        "run %s: a decision about a call came after the end and changes nothing"
            .formatted(posted.run()));
  }
}
