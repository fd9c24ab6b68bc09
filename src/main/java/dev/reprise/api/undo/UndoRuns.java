package dev.reprise.api.undo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.identity.Submitter;
import dev.reprise.api.submission.SubmissionCheck;
import dev.reprise.api.submission.Submissions;
import dev.reprise.definition.AgentReader;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.UnknownAgentVersionException;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.queue.fork.UndoPlan;
import dev.reprise.queue.fork.UndoRegistry;
import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.state.RunStatus;
import dev.reprise.tool.UndoableTool;
import dev.reprise.tool.call.ToolCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.util.Optional;
import java.util.UUID;

/**
 * Plans which calls of a run can be undone, and submits runs that undo them. Tested by {@code
 * UndoIT}.
 */
@ApplicationScoped
public class UndoRuns {

  private final Runs runs;
  private final UndoRegistry undoings;
  private final AgentVersions versions;
  private final AgentReader reader;
  private final ToolCatalogue tools;
  private final SubmissionCheck check;
  private final Submissions submissions;

  @Inject
  UndoRuns(
      Runs runs,
      UndoRegistry undoings,
      AgentVersions versions,
      AgentReader reader,
      ToolCatalogue tools,
      SubmissionCheck check,
      Submissions submissions) {
    this.runs = runs;
    this.undoings = undoings;
    this.versions = versions;
    this.reader = reader;
    this.tools = tools;
    this.check = check;
    this.submissions = submissions;
  }

  public UndoPlan plan(Run run, long after) {
    return undoings.plan(
        run.tenant(),
        run.id(),
        versions.load(run.tenant(), run.agentVersion()),
        after,
        tool -> isUndoable(run.tenant(), tool));
  }

  /**
   * Submits a run that carries out a plan.
   *
   * @param named the digest of the plan that the client has seen
   * @throws ProblemException if the run is not at rest, the plan has changed, nothing is left to
   *     undo, or another run is carrying the plan out
   */
  public Run begin(Run run, long after, String named, Submitter by) {
    requireRest(run, after);
    runs.fold(
        run,
        versions.load(
            run.tenant(), run.agentVersion())); // checks the row's workspace against the record
    UndoPlan plan = plan(run, after);
    if (!plan.digest().equals(named)) {
      throw new ProblemException(
          ProblemType.UNDO_PLAN_CHANGED,
          "The undo plan of run %s has changed; nothing was undone. Read the plan again."
              .formatted(run.id()));
    }
    if (plan.due().isEmpty()) {
      throw new ProblemException(
          ProblemType.NOTHING_TO_UNDO,
          "Run %s has no call after event %d that is left to undo.".formatted(run.id(), after));
    }
    AgentVersion agent = reader.read(UndoAgentFactory.document(plan));
    check.check(by, agent.definition(), run.workspace()); // before the undoing is noted
    NewRun undo = run(run, agent, by);
    undoings
        .begin(run.tenant(), run.id(), undo.id())
        .ifPresent(
            other -> {
              throw new ProblemException(
                  ProblemType.UNDO_UNDER_WAY,
                  "Run %s is undoing run %s; wait for its end, or cancel it."
                      .formatted(other, run.id()));
            });
    return submissions.submit(undo, agent);
  }

  /** Requires that the run does not continue, because it might depend on what is undone. */
  private void requireRest(Run run, long after) {
    boolean isSuperseded =
        run.status() == RunStatus.PAUSED
            && after > 0
            && undoings.isSuperseded(run.tenant(), run.id(), after);
    if (!run.status().isEnded() && !isSuperseded) {
      throw new ProblemException(
          ProblemType.RUN_NOT_ENDED,
          ("Run %s is %s; its calls can be undone when it has ended, or when it is PAUSED and a fork"
                  + " continues from an event before them.")
              .formatted(run.id(), run.status()));
    }
  }

  private NewRun run(Run run, AgentVersion agent, Submitter by) {
    var input = JsonNodeFactory.instance.objectNode().put("run", run.id().toString());
    return new NewRun(
            UUID.randomUUID(),
            run.tenant(),
            agent.definition().name(),
            agent.hash(),
            new JsonValue(CanonicalJson.write(input)),
            run.workspace(),
            by.name())
        .submittedAs(by.role());
  }

  /**
   * Returns the address of the plan, if the run may have made a call that can be undone. This does
   * not read its record.
   */
  public Optional<URI> offer(Run run, long after, UriInfo uri) {
    return run.inMemoryOn().isEmpty() && mayHaveUndoable(run)
        ? Optional.of(ResourceUris.undoPlan(run.id(), after, uri))
        : Optional.empty();
  }

  private boolean mayHaveUndoable(Run run) {
    try {
      return versions.load(run.tenant(), run.agentVersion()).phases().stream()
          .flatMap(phase -> phase.tools().stream())
          .anyMatch(tool -> isUndoable(run.tenant(), tool));
    } catch (UnknownAgentVersionException e) {
      return false; // an unreadable run can still be cancelled; the plan would say why it cannot be
      // read
    }
  }

  private boolean isUndoable(String tenant, String tool) {
    return tools.find(tenant, tool).filter(UndoableTool.class::isInstance).isPresent();
  }
}
