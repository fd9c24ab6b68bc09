package dev.reprise.api.submission;

import dev.reprise.agent.PinnedTool;
import dev.reprise.api.identity.Submitter;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.AgentVersions;
import dev.reprise.queue.RunQueue;
import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.Run;
import dev.reprise.telemetry.Telemetry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;

/**
 * Writes a run that the gate lets pass: first the agent's version, which is not visible without a
 * run, then the run's row and first event in one transaction.
 */
@ApplicationScoped
class NewRunWriter {

  private final SubmissionCheck check;
  private final AgentVersions versions;
  private final RunQueue queue;
  private final Telemetry telemetry;

  @Inject
  NewRunWriter(SubmissionCheck check, AgentVersions versions, RunQueue queue, Telemetry telemetry) {
    this.check = check;
    this.versions = versions;
    this.queue = queue;
    this.telemetry = telemetry;
  }

  public Run submit(NewRun run, AgentVersion agent) {
    List<PinnedTool> tools =
        check.check(
            new Submitter(run.tenant(), run.submitter().name(), run.submitter().role()),
            agent.definition(),
            run.workspace());
    long began = telemetry.now();
    versions.keep(run.tenant(), agent);
    Run queued = queue.submit(run.keeping(tools));
    telemetry.instruments().submissions.record(telemetry.secondsSince(began));
    return queued;
  }
}
