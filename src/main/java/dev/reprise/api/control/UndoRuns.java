package dev.reprise.api.control;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.identity.Submitter;
import dev.reprise.api.submission.Submissions;
import dev.reprise.definition.AgentReader;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.CompatibilityCheck;
import dev.reprise.definition.UnknownAgentVersionException;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.run.NewRun;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.run.fork.UndoPlan;
import dev.reprise.run.fork.UndoRegistry;
import dev.reprise.run.state.RunStatus;
import dev.reprise.tool.UndoableTool;
import dev.reprise.tool.call.ToolCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.util.Optional;
import java.util.UUID;

/** Says what of a run can be taken back, and has another run do it. */
@ApplicationScoped
class UndoRuns {

  @Inject Runs runs;
  @Inject UndoRegistry undoings;
  @Inject AgentVersions versions;
  @Inject AgentReader reader;
  @Inject CompatibilityCheck compatibility;
  @Inject ToolCatalogue tools;
  @Inject Submissions submissions;

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
   * @param named the digest of the plan that was shown
   * @throws ProblemException if the run goes on, the plan is another one by now, or is carried out
   *     already
   */
  public Run begin(Run run, long after, String named, Submitter by) {
    requireRest(run, after);
    runs.fold(run, versions.load(run.tenant(), run.agentVersion())); // for the row's workspace
    UndoPlan plan = plan(run, after);
    if (!plan.digest().equals(named)) {
      throw new ProblemException(
          ProblemType.UNDO_PLAN_CHANGED,
          "Other calls of run %s would be undone than those of this plan; nothing was. Look at the plan again."
              .formatted(run.id()));
    }
    if (plan.due().isEmpty()) {
      throw new ProblemException(
          ProblemType.NOTHING_TO_UNDO,
          "Run %s has no call behind event %d that can be undone and is not."
              .formatted(run.id(), after));
    }
    AgentVersion agent = reader.read(UndoAgentFactory.document(plan));
    NewRun undo = run(run, agent, by);
    undoings
        .begin(run.tenant(), run.id(), undo.id())
        .ifPresent(
            other -> {
              throw new ProblemException(
                  ProblemType.UNDO_UNDER_WAY,
                  "Run %s is at undoing run %s; wait for its end, or cancel it."
                      .formatted(other, run.id()));
            });
    return submissions.submit(undo, agent);
  }

  /** Someone might go on from what is taken away below. */
  private void requireRest(Run run, long after) {
    boolean leftBehind =
        run.status() == RunStatus.PAUSED
            && after > 0
            && undoings.isSuperseded(run.tenant(), run.id(), after);
    if (!run.status().isEnded() && !leftBehind) {
      throw new ProblemException(
          ProblemType.RUN_NOT_ENDED,
          ("Run %s is %s; only what one did that has ended can be undone, or what one that is PAUSED"
                  + " did behind an event from which a fork goes on.")
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
        .submittedAs(by.role())
        .keeping(compatibility.pins(run.tenant(), agent.definition()));
  }

  /**
   * Returns where the plan is found, if the run may have made a call that can be undone. Its record
   * is not read for that.
   */
  public Optional<URI> offer(Run run, long after, UriInfo uri) {
    return run.home().isEmpty() && mayHaveUndoable(run)
        ? Optional.of(ResourceUris.undoPlan(run.id(), after, uri))
        : Optional.empty();
  }

  private boolean mayHaveUndoable(Run run) {
    try {
      return versions.load(run.tenant(), run.agentVersion()).phases().stream()
          .flatMap(phase -> phase.tools().stream())
          .anyMatch(tool -> isUndoable(run.tenant(), tool));
    } catch (UnknownAgentVersionException e) {
      return false; // what cannot be read can be cancelled all the same; the plan would say why
    }
  }

  private boolean isUndoable(String tenant, String tool) {
    return tools.find(tenant, tool).filter(UndoableTool.class::isInstance).isPresent();
  }
}
