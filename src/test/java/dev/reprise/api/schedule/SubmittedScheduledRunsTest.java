package dev.reprise.api.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Role;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Submitter;
import dev.reprise.api.submission.Submission;
import dev.reprise.api.submission.Submissions;
import dev.reprise.definition.AgentVersions;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.platform.Json;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import dev.reprise.schedule.DueTimes;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.FiringId;
import dev.reprise.schedule.FiringState;
import dev.reprise.schedule.FiringStatus;
import dev.reprise.schedule.FiringTrigger;
import dev.reprise.schedule.RunNotReadyException;
import dev.reprise.schedule.RunNotStartedException;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.ScheduleChange;
import dev.reprise.schedule.ScheduleDefinition;
import dev.reprise.schedule.ScheduleProgress;
import dev.reprise.schedule.ScheduleStatus;
import dev.reprise.schedule.ScheduledRuns.Result;
import dev.reprise.schedule.ScheduledRuns.Status;
import dev.reprise.schedule.policy.SchedulePolicy;
import dev.reprise.schedule.recurrence.Recurrence;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A firing has one run, however often and by which server it is started, and ends with it. */
class SubmittedScheduledRunsTest {

  private static final Instant DUE = Instant.parse("2030-01-31T08:00:00Z");
  private static final UUID FIRING = UUID.fromString("6f1e9d1c-8a36-4c0e-9d0e-0d9d7f5f4a11");

  private final List<Submitted> submitted = new ArrayList<>();
  private Optional<RuntimeException> fault = Optional.empty();

  /** The run that was submitted. */
  private record Submitted(UUID id, Submitter submitter, Submission submission) {}

  @Test
  void submitTheFiringsOwnRun() throws RunNotStartedException {
    var scheduled = where(List.of(Optional.empty()));

    scheduled.start(schedule("{\"topic\": \"{{payload.topic}} on {{schedule.due}}\"}"), firing());

    assertThat(submitted).hasSize(1);
    Submitted run = submitted.getFirst();
    assertThat(run.id()).isEqualTo(FIRING);
    assertThat(run.submitter())
        .isEqualTo(
            new Submitter("acme", "schedule nightly", Optional.of(Role.OPERATOR))
                .of(List.of("ana", "bo")));
    assertThat(run.submission().agent()).isEqualTo("quick");
    assertThat(run.submission().workspace()).isEqualTo("test/sub");
    assertThat(run.submission().asksForDurability()).isTrue();
    assertThat(run.submission().input())
        .isEqualTo(Json.read("{\"topic\": \"tea on 2030-01-31T08:00:00Z\"}"));
  }

  @ParameterizedTest
  @EnumSource(
      value = RunStatus.class,
      mode = Mode.EXCLUDE,
      names = {"FAILED", "DEAD_LETTER"})
  void doNotChangeARunThatIsActiveOrHasEnded(RunStatus status) throws RunNotStartedException {
    var scheduled = where(List.of(Optional.of(new FoundRun(status))));

    scheduled.start(schedule("{}"), firing());

    assertThat(submitted).isEmpty();
  }

  @Test
  void acceptTheRunThatAnotherServerHasJustWritten() throws RunNotStartedException {
    var scheduled = where(List.of(Optional.empty(), Optional.of(new FoundRun(RunStatus.QUEUED))));
    fault = Optional.of(unavailable());

    scheduled.start(schedule("{}"), firing());

    assertThat(submitted).hasSize(1);
  }

  @Test
  void throwAFailureOfTheDatabaseForALaterAttempt() {
    var scheduled = where(List.of(Optional.empty(), Optional.empty()));
    fault = Optional.of(unavailable());

    assertThatExceptionOfType(JournalUnavailableException.class)
        .isThrownBy(() -> scheduled.start(schedule("{}"), firing()))
        .isSameAs(fault.get());
  }

  @Test
  void sayWhyThereCannotBeARun() {
    var scheduled = where(List.of(Optional.empty(), Optional.empty()));
    fault = Optional.of(new ProblemException(ProblemType.UNKNOWN_AGENT, "there is none"));

    assertThatExceptionOfType(RunNotStartedException.class)
        .isThrownBy(() -> scheduled.start(schedule("{}"), firing()))
        .withMessage("there is none");
    assertThatExceptionOfType(RunNotStartedException.class)
        .isThrownBy(() -> scheduled.start(schedule("{\"a\": \"{{payload.b}}\"}"), firing()))
        .withMessageContaining(
            "the input cannot be filled in: there is no value for {{payload.b}}");
  }

  @Test
  void tellWhatIsOnlyNotThereYetApart() {
    var scheduled = where(List.of(Optional.empty()));
    fault = Optional.of(new ProblemException(ProblemType.AGENT_NOT_READY, "a tool is to come"));

    assertThatExceptionOfType(RunNotReadyException.class)
        .isThrownBy(() -> scheduled.start(schedule("{}"), firing()))
        .withMessage("a tool is to come");
  }

  @ParameterizedTest
  @EnumSource(RunStatus.class)
  void haveEndedIfTheirRunsHave(RunStatus status) {
    assertThat(SubmittedScheduledRuns.ending(status).isPresent()).isEqualTo(status.isEnded());
  }

  @ParameterizedTest
  @EnumSource(RunStatus.class)
  void haveFailedIfTheirRunsCanBeRetried(RunStatus status) {
    boolean canBeRetried = status.isEnded() && !status.isFinal();

    assertThat(SubmittedScheduledRuns.ending(status).equals(Optional.of(Result.FAILED)))
        .isEqualTo(canBeRetried);
  }

  @Test
  void awaitAPersonIfTheirRunsDo() {
    var answers = new ArrayList<Optional<Run>>();
    var wanted = new ArrayList<Boolean>();
    for (WaitReason reason : WaitReason.values()) {
      answers.add(Optional.of(new FoundRun(RunStatus.WAITING, Optional.of(reason.code()))));
      wanted.add(reason.end() == WaitReason.End.PERSON);
    }
    answers.add(Optional.of(new FoundRun(RunStatus.PAUSED)));
    answers.add(Optional.of(new FoundRun(RunStatus.RUNNING)));
    wanted.addAll(List.of(true, false));
    int found = answers.size();
    var scheduled = where(answers);

    List<Boolean> awaiting =
        IntStream.range(0, found)
            .mapToObj(
                i ->
                    Objects.requireNonNull(scheduled.statuses(List.of(FIRING)).get(FIRING))
                        .awaitsPerson())
            .toList();

    assertThat(awaiting).isEqualTo(wanted);
  }

  @Test
  void haveFailedEvenIfTheReasonCannotBeRead() {
    var scheduled = where(List.of(Optional.of(new FoundRun(RunStatus.FAILED))));

    Map<UUID, Status> statuses = scheduled.statuses(List.of(FIRING));

    assertThat(statuses.get(FIRING))
        .isEqualTo(
            new Status(
                Optional.of(Result.FAILED),
                DUE,
                Optional.of(
                    "its run failed, and the reason cannot be read: journal of run %s, event 1: is missing"
                        .formatted(FIRING)),
                false));
  }

  /** Finds the run in these states, one after the other; the queue is never called. */
  @SuppressWarnings("NullAway") // nothing that is overridden uses what the fakes lack
  private SubmittedScheduledRuns where(List<Optional<Run>> answers) {
    var left = new ArrayDeque<>(answers);
    var runs =
        new Runs(null, null) {
          @Override
          public Optional<Run> find(UUID id) {
            assertThat(id).isEqualTo(FIRING);
            return left.remove();
          }

          @Override
          public List<Run> find(Collection<UUID> ids) {
            return ids.isEmpty() ? List.of() : left.remove().stream().toList();
          }
        };
    var submissions =
        new Submissions(null, null, null, null) {
          @Override
          public Run submit(UUID id, Submitter submitter, Submission submission) {
            submitted.add(new Submitted(id, submitter, submission));
            fault.ifPresent(
                it -> {
                  throw it;
                });
            return new FoundRun(RunStatus.QUEUED);
          }
        };
    var versions =
        new AgentVersions(null, null) {
          @Override
          public AgentDefinition load(String tenant, String hash) {
            throw new BrokenRecordException(FIRING, 1, "is missing");
          }
        };
    return new SubmittedScheduledRuns(submissions, null, runs, null, versions, Clock.systemUTC());
  }

  /** The row of the firing's run. */
  private static final class FoundRun extends Run {

    private final RunStatus status;
    private final Optional<String> waitingFor;

    FoundRun(RunStatus status) {
      this(status, Optional.empty());
    }

    FoundRun(RunStatus status, Optional<String> waitingFor) {
      this.status = status;
      this.waitingFor = waitingFor;
    }

    @Override
    public Optional<String> waitingFor() {
      return waitingFor;
    }

    @Override
    public UUID id() {
      return FIRING;
    }

    @Override
    public String tenant() {
      return "acme";
    }

    @Override
    public String agentVersion() {
      return "";
    }

    @Override
    public RunStatus status() {
      return status;
    }

    @Override
    public Instant updatedAt() {
      return DUE;
    }
  }

  private static JournalUnavailableException unavailable() {
    return new JournalUnavailableException(
        "append to", FIRING, new SQLException("there is such a run", "23505"));
  }

  private static Schedule schedule(String input) {
    var definition =
        new ScheduleDefinition(
            "nightly",
            "quick",
            "test/sub",
            new JsonValue(input),
            new JsonValue("{\"topic\": \"tea\"}"),
            new Recurrence.Once(DUE),
            SchedulePolicy.DEFAULT);
    var course =
        new ScheduleProgress(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            0,
            Optional.empty());
    return new Schedule(
        UUID.randomUUID(),
        "acme",
        definition,
        ScheduleStatus.ACTIVE,
        course,
        ScheduleChange.first("ana", Optional.of(Role.OPERATOR), DUE));
  }

  private static Firing firing() {
    return new Firing(
        new FiringId(FIRING, UUID.randomUUID(), "acme", "quick"),
        new DueTimes(DUE, DUE, 0, FiringTrigger.REQUEST, Optional.of("bo")),
        new FiringState(
            FiringStatus.ACTIVE,
            Optional.empty(),
            1,
            DUE,
            Optional.of(DUE),
            Optional.empty(),
            true),
        Optional.empty());
  }
}
