package dev.reprise.api.schedule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Submitter;
import dev.reprise.api.submission.Submission;
import dev.reprise.api.submission.Submissions;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.UnknownAgentVersionException;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.platform.Json;
import dev.reprise.queue.RunQueue;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.state.Outcome;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.InputTemplate;
import dev.reprise.schedule.RunNotReadyException;
import dev.reprise.schedule.RunNotStartedException;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.ScheduledRuns;
import dev.reprise.submission.SubmissionGate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Submits the runs of schedules like those of clients, by {@code schedule <name>}, always durable.
 *
 * <p>A failure of the database is thrown as it is. The run may exist then; starting it again does
 * nothing if it does.
 */
@ApplicationScoped
class SubmittedScheduledRuns implements ScheduledRuns {

  /** The reasons of waits that end when a person acts. */
  private static final Set<String> FOR_A_PERSON =
      Arrays.stream(WaitReason.values())
          .filter(reason -> reason.end() == WaitReason.End.PERSON)
          .map(WaitReason::code)
          .collect(Collectors.toUnmodifiableSet());

  private final Submissions submissions;
  private final SubmissionGate gate;
  private final Runs runs;
  private final RunQueue queue;
  private final AgentVersions versions;
  private final Clock clock;

  @Inject
  SubmittedScheduledRuns(
      Submissions submissions,
      SubmissionGate gate,
      Runs runs,
      RunQueue queue,
      AgentVersions versions,
      Clock clock) {
    this.submissions = submissions;
    this.gate = gate;
    this.runs = runs;
    this.queue = queue;
    this.versions = versions;
    this.clock = clock;
  }

  @Override
  public void start(Schedule schedule, Firing firing) throws RunNotStartedException {
    Optional<Run> run = runs.find(firing.id());
    if (run.isEmpty()) {
      submit(schedule, firing);
      return;
    }
    if (ending(run.get().status()).equals(Optional.of(Result.FAILED))) {
      var refusal = gate.switchedOff(schedule.tenant(), schedule.definition().agent());
      if (refusal.isPresent()) {
        throw new RunNotStartedException(refusal.get().words());
      }
      String reason = "attempt %d of its schedule".formatted(firing.attempts());
      queue.retry(
          firing.id(),
          new ControlEvent.Retried(by(schedule), clock.instant(), Optional.of(reason)));
    }
  }

  private void submit(Schedule schedule, Firing firing) throws RunNotStartedException {
    try {
      submissions.submit(
          firing.id(),
          new Submitter(schedule.tenant(), by(schedule), schedule.role())
              .of(people(schedule, firing)),
          submission(schedule, firing));
    } catch (ProblemException e) {
      throw e.type() == ProblemType.AGENT_NOT_READY
          ? new RunNotReadyException(e.detail(), e)
          : new RunNotStartedException(e.detail(), e);
    } catch (PayloadTooLargeException e) {
      throw new RunNotStartedException(String.valueOf(e.getMessage()), e);
    } catch (JournalUnavailableException e) {
      if (runs.find(firing.id()).isEmpty()) {
        throw e;
      } // another server, or this attempt, has written it
    }
  }

  private static Submission submission(Schedule schedule, Firing firing)
      throws RunNotStartedException {
    var definition = schedule.definition();
    try {
      var input = new InputTemplate(definition.input()).fill(schedule, firing);
      return new Submission(
          definition.agent(),
          (ObjectNode) Json.read(input.text()),
          definition.workspace(),
          null,
          definition.policies().priority(),
          null,
          null,
          null);
    } catch (IllegalArgumentException e) {
      throw new RunNotStartedException("the input cannot be filled in: " + e.getMessage(), e);
    }
  }

  /** The run is theirs: who wrote what it does, and who had it done now. */
  private static List<String> people(Schedule schedule, Firing firing) {
    return Stream.of(Stream.of(schedule.by(), schedule.definedBy()), firing.requestedBy().stream())
        .flatMap(it -> it)
        .distinct()
        .toList();
  }

  private static String by(Schedule schedule) {
    return dev.reprise.run.approval.Submitter.nameOfSchedule(schedule.name());
  }

  @Override
  public void cancel(UUID run, String by, String reason) {
    queue.cancel(run, new ControlEvent.Cancelled(by, reason));
  }

  @Override
  public Map<UUID, Status> statuses(Collection<UUID> ids) {
    return runs.find(ids).stream().collect(Collectors.toMap(Run::id, this::standing));
  }

  private Status standing(Run run) {
    Optional<Result> ending = ending(run.status());
    Optional<String> error =
        ending.equals(Optional.of(Result.FAILED)) ? Optional.of(failure(run)) : Optional.empty();
    return new Status(ending, run.updatedAt(), error, awaitsPerson(run));
  }

  private static boolean awaitsPerson(Run run) {
    return run.status() == RunStatus.PAUSED
        || (run.status() == RunStatus.WAITING
            && run.waitingFor().filter(FOR_A_PERSON::contains).isPresent());
  }

  static Optional<Result> ending(RunStatus status) {
    return switch (status) {
      case COMPLETED -> Optional.of(Result.COMPLETED);
      case FAILED, DEAD_LETTER -> Optional.of(Result.FAILED);
      case CANCELLED -> Optional.of(Result.CANCELLED);
      case QUEUED, RUNNING, WAITING, PAUSED -> Optional.empty();
    };
  }

  /** A record that cannot be read must not stop its schedule. */
  private String failure(Run run) {
    try {
      var agent = versions.load(run.tenant(), run.agentVersion());
      return runs.fold(run, agent)
          .state()
          .outcome()
          .flatMap(SubmittedScheduledRuns::failure)
          .orElse("its run failed");
    } catch (BrokenRecordException | UnknownAgentVersionException e) {
      return "its run failed, and the reason cannot be read: " + e.getMessage();
    }
  }

  private static Optional<String> failure(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Failed(var failure) -> Optional.of(failure.toString());
      case Outcome.DeadLettered(var failure) -> Optional.of(failure.toString());
      case Outcome.Completed ignored -> Optional.empty();
      case Outcome.Cancelled ignored -> Optional.empty();
    };
  }
}
