package dev.reprise.api.submission;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.identity.Submitter;
import dev.reprise.definition.AgentVersion;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.Run;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.UUID;

/** Accepts submissions. Everything is checked before anything is written. */
@ApplicationScoped
public class Submissions {

  private final SubmissionValidator validator;
  private final SubmissionCheck check;
  private final NewRunWriter writer;
  private final ServerIdentity server;

  @Inject
  public Submissions(
      SubmissionValidator validator,
      SubmissionCheck check,
      NewRunWriter writer,
      ServerIdentity server) {
    this.validator = validator;
    this.check = check;
    this.writer = writer;
    this.server = server;
  }

  /**
   * Checks and queues a run with a given id.
   *
   * @throws ProblemException if the submission names something that does not exist, or that the
   *     submitter may not use
   */
  public Run submit(UUID id, Submitter submitter, Submission submission) {
    return submit(id, submitter, submission, checked(submitter, submission));
  }

  /** Returns the agent of a submission that {@link #submit} would not refuse. */
  AgentVersion checked(Submitter submitter, Submission submission) {
    AgentVersion agent = validator.agent(submitter.tenant(), submission.agent());
    check(submitter, submission, agent);
    return agent;
  }

  /** Checks a submission of a version of its agent. */
  void check(Submitter submitter, Submission submission, AgentVersion agent) {
    check.check(submitter, agent.definition(), submission.workspace());
    validator.check(submission, agent);
  }

  /** Queues a run whose submission was {@link #checked}. */
  Run submit(UUID id, Submitter submitter, Submission submission, AgentVersion agent) {
    NewRun durable =
        new NewRun(
                id,
                submitter.tenant(),
                agent.definition().name(),
                agent.hash(),
                new JsonValue(CanonicalJson.write(submission.inputOrEmpty())),
                submission.workspace(),
                submitter.name())
            .submittedAs(submitter.role())
            .withPriority(submission.priorityOrNone())
            .within(submission.budgetIfSet())
            .labelled(submission.labelsOrNone())
            .tracedFrom(submitter.traceParent())
            .attributedTo(submitter.people());
    return submit(
        submission.asksForDurability() ? durable : durable.inMemoryOf(server.thisStart()), agent);
  }

  /** Queues a run, if the gate lets it pass. */
  public Run submit(NewRun run, AgentVersion agent) {
    return writer.submit(run, agent);
  }
}
