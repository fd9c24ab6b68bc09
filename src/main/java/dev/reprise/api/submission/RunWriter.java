package dev.reprise.api.submission;

import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.AgentVersions;
import dev.reprise.run.NewRun;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.run.queue.RunQueue;
import dev.reprise.telemetry.Telemetry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/**
 * Writes an accepted run: first the agent's version, which is not visible without a run, then the
 * run's row and first event in one transaction.
 */
@ApplicationScoped
class RunWriter {

  private final AgentVersions versions;
  private final RunQueue queue;
  private final Runs runs;

  @Inject
  RunWriter(AgentVersions versions, RunQueue queue, Runs runs) {
    this.versions = versions;
    this.queue = queue;
    this.runs = runs;
  }

  public Run submit(NewRun run, AgentVersion agent) {
    long began = Telemetry.now();
    versions.keep(run.tenant(), agent);
    queue.add(run);
    Telemetry.instruments().submissions.record(Telemetry.secondsSince(began));
    return runs.find(run.id()).orElseThrow();
  }
}
