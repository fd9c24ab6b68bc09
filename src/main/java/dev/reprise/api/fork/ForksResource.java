package dev.reprise.api.fork;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.api.audit.NotAudited;
import dev.reprise.api.control.ContinuationCheck;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.idempotency.CreationId;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.run.CallerRuns;
import dev.reprise.api.run.RunView;
import dev.reprise.api.submission.QueuesRuns;
import dev.reprise.api.submission.SubmissionCheck;
import dev.reprise.api.undo.UndoRuns;
import dev.reprise.definition.AgentVersions;
import dev.reprise.queue.fork.Forks;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.AgentRef;
import dev.reprise.run.ForkPoint;
import dev.reprise.run.NewFork;
import dev.reprise.run.Requester;
import dev.reprise.tool.call.ToolCatalogue;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jspecify.annotations.Nullable;

/** Forks: runs that continue from an event of another run. Tested by {@code SteerAndForkIT}. */
@Path("runs/{id}:fork")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("submitter")
@NotAudited(NotAudited.Reason.IN_THE_RECORD_OF_A_RUN)
@RequestScoped
public class ForksResource {

  @Inject Caller caller;
  @Inject CallerRuns ownRuns;
  @Inject Runs runs;
  @Inject Forks forks;
  @Inject AgentVersions versions;
  @Inject ToolCatalogue tools;
  @Inject ContinuationCheck continuation;
  @Inject SubmissionCheck check;
  @Inject UndoRuns undo;
  @Inject Clock clock;
  @Inject CreationId creation;

  @POST
  @QueuesRuns
  @Operation(
      summary = "Fork a run from one of its events, whatever its status",
      description =
          "The fork shares the run's past up to the event: no model reply in it is paid again, and no"
              + " tool call that the run has begun is started again unless its effect class allows it."
              + " The fork has the same version of the agent, and works in the same workspace in its"
              + " present state. With dryRun nothing is started; the response, with status 200, shows"
              + " what the fork would inherit and what lies ahead. If tools of the run can undo,"
              + " undoPlan (in a dry run) or a link `undo-plan` leads to the calls after the event,"
              + " which can be undone.")
  @APIResponse(
      responseCode = "200",
      description = "What the fork would inherit and may cost",
      content = @Content(schema = @Schema(implementation = ForkPreview.class)))
  @APIResponse(
      responseCode = "202",
      description = "The fork, which is queued",
      content = @Content(schema = @Schema(implementation = RunView.class)))
  public Response fork(
      @PathParam("id") UUID id, @Valid @Nullable ForkRequest body, @Context UriInfo uri) {
    ForkRequest request = body == null ? ForkRequest.NONE : body;
    // The row first: if it says that the run has ended, the fold then reads the record to its end.
    Run run = ownRuns.findDirected(id);
    CallerRuns.checkDurable(run, "its record is not stored, so it cannot be forked");
    checkGeneration(run);
    AgentDefinition agent = agent(run);
    // also checks the row against the record, because the fork copies and seals it
    continuation.checkFork(run, runs.fold(run, agent).state(), caller.submitter());
    ForkPoint point = forks.at(run, sequence(run, request), agent, this::effect);
    Set<String> needed = point.after(clock.instant()).neededTools();
    check.check(caller.submitter(), agent, run.workspace(), needed);
    checkMessage(run, point, request);
    Optional<Run> before = creation.isRepeated() ? runs.find(creation.get()) : Optional.empty();
    if (before.isPresent()) {
      return accepted(before.get(), uri).build();
    }
    if (request.isDryRun()) {
      return Response.ok(
              ForkPreview.of(run, point, forks.usageAfter(run, point), clock.instant())
                  .offering(undoPlan(run, point, uri)))
          .build();
    }
    var fork =
        new NewFork(
            creation.get(),
            run.tenant(),
            new AgentRef(run.agent(), run.agentVersion()),
            run.workspace(),
            run.priority(),
            new Requester(caller.name(), caller.role()),
            Optional.ofNullable(request.reason()),
            Optional.ofNullable(request.message()));
    forks.add(fork, point);
    Run forked = ownRuns.find(fork.id());
    var response = accepted(forked, uri);
    undoPlan(run, point, uri).ifPresent(plan -> response.link(plan, "undo-plan"));
    return response.build();
  }

  private static Response.ResponseBuilder accepted(Run fork, UriInfo uri) {
    return Response.accepted(RunView.of(fork)).location(ResourceUris.of(fork, uri));
  }

  private Optional<URI> undoPlan(Run run, ForkPoint point, UriInfo uri) {
    return undo.offer(run, point.at().sequence(), uri);
  }

  private static long sequence(Run run, ForkRequest request) {
    long sequence = Optional.ofNullable(request.sequence()).orElse(run.lastSequence());
    if (sequence < 1 || sequence > run.lastSequence()) {
      String rule = "must be a whole number from 1 to %d".formatted(run.lastSequence());
      throw new ProblemException(
          ProblemType.INVALID_VALUE, "sequence " + rule, List.of(new FieldError("sequence", rule)));
    }
    return sequence;
  }

  private void checkGeneration(Run run) {
    if (forks.generation(run.id()) >= forks.maxGenerations()) {
      throw new ProblemException(
          ProblemType.TOO_MANY_GENERATIONS,
          "Run %s is a fork of generation %d, the last that is allowed; fork one of the runs before it."
              .formatted(run.id(), forks.maxGenerations()));
    }
  }

  private void checkMessage(Run run, ForkPoint point, ForkRequest request) {
    if (request.message() != null && point.after(clock.instant()).listeningPhase().isEmpty()) {
      throw new ProblemException(
          ProblemType.NO_MODEL_CALL_AHEAD,
          ("After event %d of run %s no model call follows that could read the message; fork the run"
                  + " at an event before its last reply.")
              .formatted(point.at().sequence(), run.id()));
    }
  }

  private AgentDefinition agent(Run run) {
    return versions.load(run.tenant(), run.agentVersion());
  }

  private Optional<EffectClass> effect(String tool) {
    return tools.find(caller.tenant(), tool).map(found -> found.declaration().effect());
  }
}
