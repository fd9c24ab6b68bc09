package dev.reprise.api.control;

import dev.reprise.agent.budget.Budget;
import dev.reprise.api.audit.NotAudited;
import dev.reprise.api.budget.ResumeRequest;
import dev.reprise.api.http.ActionRequest;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.run.RunView;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.api.undo.UndoRuns;
import dev.reprise.journal.ControlEvent;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.run.queue.ChildRuns;
import dev.reprise.run.queue.LostInMemoryRuns;
import dev.reprise.run.queue.RunQueue;
import dev.reprise.run.state.RunStatus;
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
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/** Cancels, pauses, resumes and retries runs. */
@Path("runs")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("submitter")
@NotAudited(NotAudited.Reason.IN_THE_RECORD_OF_A_RUN)
@RequestScoped
public class RunActionsResource {

  @Inject Caller caller;
  @Inject Runs runs;
  @Inject RunQueue queue;
  @Inject ChildRuns children;
  @Inject LostInMemoryRuns lost;
  @Inject ToolAccessCheck access;
  @Inject UndoRuns undo;
  @Inject SpendingApproval spending;
  @Inject Clock clock;

  /** Cancels a run that is not running at once, and asks the holder of a running one to do so. */
  @POST
  @Path("{id}:cancel")
  @Operation(
      summary = "Cancel a run. A running step is finished or abandoned first.",
      description =
          "If tools of the run can undo, the response has a link `undo-plan` to the calls that can be"
              + " undone once the run has ended.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response cancel(
      @PathParam("id") UUID id, @Valid @Nullable ActionRequest request, @Context UriInfo uri) {
    directed(id);
    if (!queue.cancel(id, new ControlEvent.Cancelled(caller.name(), reason(request).orElse("")))) {
      throw ended(id);
    }
    if (find(id).status() == RunStatus.CANCELLED) {
      children.cancelChildren(id); // otherwise the holder of the run does this
    }
    Run run = find(id);
    var response = Response.accepted(RunView.of(run)).location(ResourceUris.of(run, uri));
    undo.offer(run, 0, uri).ifPresent(plan -> response.link(plan, "undo-plan"));
    return response.build();
  }

  /** Pauses a run until it is resumed; what it waits for in the meantime is not lost. */
  @POST
  @Path("{id}:pause")
  @Operation(summary = "Pause a run. A running step is finished or abandoned first.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response pause(
      @PathParam("id") UUID id, @Valid @Nullable ActionRequest request, @Context UriInfo uri) {
    directed(id);
    if (!queue.pause(
        id, new ControlEvent.Paused(caller.name(), reason(request), clock.instant()))) {
      throw ended(id);
    }
    return accepted(id, uri);
  }

  /** Resumes a paused run at the exact step, or withdraws a pause that is not carried out yet. */
  @POST
  @Path("{id}:resume")
  @Operation(
      summary = "Resume a PAUSED run at its next step",
      description =
          "Also withdraws a pause that is not carried out yet. A run that is WAITING for migration"
              + " checks again at once whether a server has what the run is pinned to. A run that is"
              + " WAITING for loop continues unchanged. A run that a limit of spending holds up may get"
              + " other limits; without them, a model call that needed approval is approved.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response resume(
      @PathParam("id") UUID id, @Valid @Nullable ResumeRequest request, @Context UriInfo uri) {
    Run run = directed(id);
    access.checkActing(run, caller.role());
    Optional<Budget> budget = Optional.ofNullable(request).flatMap(ResumeRequest::budgetIfSet);
    spending.check(run, budget, caller.name());
    Optional<String> reason = Optional.ofNullable(request).map(ResumeRequest::reason);
    if (!queue.resume(
        id,
        budget.map(limits -> new ControlEvent.BudgetSet(caller.name(), limits)),
        new ControlEvent.Resumed(caller.name(), reason, clock.instant()))) {
      throw new ProblemException(
          ProblemType.RUN_NOT_PAUSED,
          "Run %s is %s; only a run that is PAUSED, is about to be, or waits for migration or loop can be resumed."
              .formatted(id, find(id).status()));
    }
    return accepted(id, uri);
  }

  /** Retries a failed run; the steps that were completed are not repeated. */
  @POST
  @Path("{id}:retry")
  @Operation(
      summary = "Retry a FAILED or DEAD_LETTER run from the step that failed, with fresh limits")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response retry(
      @PathParam("id") UUID id, @Valid @Nullable ActionRequest request, @Context UriInfo uri) {
    Run before = directed(id);
    if (lost.isLost(id)) {
      throw new ProblemException(
          ProblemType.RUN_NOT_DURABLE,
          "Run %s was submitted as not durable, and its record is lost; there is nothing to continue from."
              .formatted(id));
    }
    access.checkActing(before, caller.role());
    var retried = new ControlEvent.Retried(caller.name(), clock.instant(), reason(request));
    if (!queue.retry(id, retried)) {
      throw new ProblemException(
          ProblemType.RUN_NOT_FAILED,
          "Run %s is %s; only a run that is FAILED or DEAD_LETTER can be retried."
              .formatted(id, find(id).status()));
    }
    return accepted(id, uri);
  }

  private ProblemException ended(UUID id) {
    return new ProblemException(
        ProblemType.RUN_ENDED, "Run %s has ended as %s.".formatted(id, find(id).status()));
  }

  private Response accepted(UUID id, UriInfo uri) {
    Run run = find(id);
    return Response.accepted(RunView.of(run)).location(ResourceUris.of(run, uri)).build();
  }

  private static Optional<String> reason(@Nullable ActionRequest request) {
    return Optional.ofNullable(request).map(ActionRequest::reason);
  }

  /** Returns a run that the caller may direct. */
  private Run directed(UUID id) {
    Run run = find(id);
    caller.checkDirects("Run " + id, run.submittedBy());
    return run;
  }

  private Run find(UUID id) {
    return runs.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
  }
}
