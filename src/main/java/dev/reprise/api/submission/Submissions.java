package dev.reprise.api.submission;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.identity.Submitter;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.CompatibilityCheck;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.ServerIdentity;
import dev.reprise.run.NewRun;
import dev.reprise.run.Run;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.UUID;

/** Accepts submissions: all of it is checked before anything is written. */
@ApplicationScoped
public class Submissions {

  @Inject SubmissionValidator check;
  @Inject ToolAccessCheck access;
  @Inject RunWriter admittance;
  @Inject CompatibilityCheck compatibility;
  @Inject ServerIdentity server;

  /**
   * Puts a run on the queue.
   *
   * @throws ProblemException if the submission asks for what is not there
   */
  public Run submit(Caller caller, Submission submission) {
    return submit(UUID.randomUUID(), caller.submitter(), submission);
  }

  /**
   * Puts a run on the queue whose id somebody has chosen.
   *
   * @throws ProblemException if the submission asks for what is not there, or what the submitter
   *     may not use
   */
  public Run submit(UUID id, Submitter submitter, Submission submission) {
    AgentVersion agent = check.agentFor(submitter.tenant(), submission);
    access.check(agent.definition(), submitter);
    return submit(id, submitter, submission, agent);
  }

  private Run submit(UUID id, Submitter submitter, Submission submission, AgentVersion agent) {
    NewRun durable =
        new NewRun(
                id,
                submitter.tenant(),
                agent.definition().name(),
                agent.hash(),
                new JsonValue(CanonicalJson.write(submission.input())),
                submission.workspace(),
                submitter.name())
            .submittedAs(submitter.role())
            .keeping(compatibility.pins(submitter.tenant(), agent.definition()))
            .withPriority(submission.priorityOrNone());
    return submit(
        submission.asksForDurability() ? durable : durable.inMemoryOf(server.thisStart()), agent);
  }

  /** Puts a run on the queue that needs no check. */
  public Run submit(NewRun run, AgentVersion agent) {
    return admittance.submit(run, agent);
  }
}
