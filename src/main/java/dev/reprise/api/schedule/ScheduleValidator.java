package dev.reprise.api.schedule;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.FieldReader;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.submission.SubmissionValidator;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.codec.InputTooLargeException;
import dev.reprise.definition.AgentVersion;
import dev.reprise.schedule.DueTimes;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.FiringId;
import dev.reprise.schedule.FiringState;
import dev.reprise.schedule.FiringTrigger;
import dev.reprise.schedule.InputTemplate;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.ScheduleChange;
import dev.reprise.schedule.ScheduleDefinition;
import dev.reprise.schedule.ScheduleProgress;
import dev.reprise.schedule.ScheduleStatus;
import dev.reprise.schedule.Schedules;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Checks a client's schedule, by itself and against what this server has, as the submissions of its
 * runs will be checked. The response has all errors. Tested by {@code RefusedScheduleIT}.
 */
@ApplicationScoped
class ScheduleValidator {

  private static final UUID ANY = new UUID(0, 0);

  private final SubmissionValidator submissions;
  private final ToolAccessCheck access;
  private final Caller caller;
  private final Schedules schedules;

  @Inject
  ScheduleValidator(
      SubmissionValidator submissions, ToolAccessCheck access, Caller caller, Schedules schedules) {
    this.schedules = schedules;
    this.submissions = submissions;
    this.access = access;
    this.caller = caller;
  }

  /**
   * Returns the definition that a client requests.
   *
   * @param present the definition that it replaces
   * @throws ProblemException if it could not fire, its runs would be refused, its agent cannot run
   *     yet, or the caller may not have such runs
   */
  public ScheduleDefinition definition(
      ScheduleRequest request, Optional<ScheduleDefinition> present, Instant now) {
    var values = new FieldReader();
    var definition =
        new ScheduleRequestParser(request, present, now, schedules.defaults(), values).definition();
    boolean isTemplate = !values.isWrong("input") && !values.isWrong("payload");
    Optional<AgentVersion> agent =
        definition.agent().isEmpty() ? Optional.empty() : agent(definition.agent(), values);
    if (!values.isWrong("workspace")) {
      told(values, () -> submissions.checkWorkspace(caller.tenant(), definition.workspace()));
    }
    if (isTemplate) {
      Optional<JsonValue> input = boundedExample(definition, now, values);
      agent.ifPresent(
          it -> input.ifPresent(filled -> told(values, () -> checkReferences(it, filled))));
    }
    values.check(ProblemType.INVALID_SCHEDULE);
    agent.ifPresent(it -> access.check(it.definition(), caller.submitter()));
    return definition;
  }

  private Optional<AgentVersion> agent(String name, FieldReader values) {
    try {
      return Optional.of(submissions.agent(caller.tenant(), name));
    } catch (ProblemException e) {
      if (e.type() == ProblemType.AGENT_NOT_READY) {
        throw e; // nothing is wrong with the schedule
      }
      // the errors are in the document, not in the body
      values.wrong(
          e.type() == ProblemType.BROKEN_AGENT
              ? List.of(new FieldError("agent", "is not usable: " + e.detail()))
              : e.errors());
      return Optional.empty();
    }
  }

  private static void checkReferences(AgentVersion agent, JsonValue input) {
    SubmissionValidator.checkReferences(agent.definition(), input);
  }

  private static void told(FieldReader values, Runnable check) {
    try {
      check.run();
    } catch (ProblemException e) {
      values.wrong(e.errors());
    }
  }

  /** Returns the example, or empty if it is too large, which ends the filling and all checks. */
  private static Optional<JsonValue> boundedExample(
      ScheduleDefinition definition, Instant due, FieldReader values) {
    try {
      JsonValue input = example(definition, due);
      if (input.text().getBytes(StandardCharsets.UTF_8).length <= InputTemplate.MAX_BYTES) {
        return Optional.of(input);
      }
    } catch (InputTooLargeException e) {
      // refused below, as an input that is too large by what the template itself has
    }
    values.wrong(
        "input",
        "has more than %,d bytes with all that it refers to".formatted(InputTemplate.MAX_BYTES));
    return Optional.empty();
  }

  /**
   * Returns the input of a run as it would be if its schedule were due at a time.
   *
   * @throws InputTooLargeException as {@link InputTemplate#fill} does
   */
  static JsonValue example(ScheduleDefinition definition, Instant due) {
    var course =
        new ScheduleProgress(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            0,
            Optional.empty());
    var schedule =
        new Schedule(
            ANY,
            "",
            definition,
            ScheduleStatus.ACTIVE,
            course,
            ScheduleChange.first("", Optional.empty(), due));
    var firing =
        new Firing(
            new FiringId(ANY, ANY, "", definition.agent()),
            new DueTimes(due, due, 1, FiringTrigger.CLOCK),
            FiringState.pending(due),
            Optional.empty());
    return new InputTemplate(definition.input()).fill(schedule, firing);
  }
}
