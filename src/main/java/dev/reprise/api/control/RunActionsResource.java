package dev.reprise.api.control;

import dev.reprise.api.audit.NotAudited;
import dev.reprise.api.budget.ResumeRequest;
import dev.reprise.api.http.ActionRequest;
import dev.reprise.api.http.IfMatch;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.run.CallerRuns;
import dev.reprise.api.run.RunTag;
import dev.reprise.api.run.RunView;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.api.undo.UndoRuns;
import dev.reprise.queue.inbox.MessageInbox;
import dev.reprise.queue.row.Run;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/** Cancels, pauses, resumes, retries and steers runs. Tested by {@code PauseIT}. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("submitter")
@NotAudited(NotAudited.Reason.IN_THE_RECORD_OF_A_RUN)
@RequestScoped
public class RunActionsResource {

  @Inject Caller caller;
  @Inject CallerRuns ownRuns;
  @Inject RunActs acts;
  @Inject UndoRuns undo;
  @Inject MessageInbox messages;
  @Inject ToolAccessCheck access;

  @POST
  @Path("runs/{id}:cancel")
  @Operation(
      summary = "Cancel a run. A running step is finished or abandoned first.",
      description =
          "If tools of the run can undo, the response has a link `undo-plan` to the calls that can be"
              + " undone once the run has ended.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response cancel(
      @PathParam("id") UUID id,
      @BeanParam IfMatch condition,
      @Valid @Nullable ActionRequest request,
      @Context UriInfo uri) {
    Run directed = ownRuns.findDirected(id);
    Run run = acts.cancel(directed, act(condition, directed, ActionRequest.reasonOf(request)));
    Response.ResponseBuilder response = accepted(run, uri);
    undo.offer(run, 0, uri).ifPresent(plan -> response.link(plan, "undo-plan"));
    return response.build();
  }

  @POST
  @Path("runs/{id}:pause")
  @Operation(summary = "Pause a run. A running step is finished or abandoned first.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response pause(
      @PathParam("id") UUID id,
      @BeanParam IfMatch condition,
      @Valid @Nullable ActionRequest request,
      @Context UriInfo uri) {
    Run run = ownRuns.findDirected(id);
    return accepted(acts.pause(run, act(condition, run, ActionRequest.reasonOf(request))), uri)
        .build();
  }

  @POST
  @Path("runs/{id}:resume")
  @Operation(
      summary = "Resume a PAUSED run at its next step",
      description =
          "Also withdraws a pause that is not carried out yet. A run that is WAITING for migration"
              + " checks again at once whether a server has what the run is pinned to. A run that is"
              + " WAITING for loop continues unchanged. Submitters lift only their own pause: a run that"
              + " another person has paused, whose model call waits for approval or was denied, or that"
              + " has reached its budget needs an operator, who may set other limits. Nothing is"
              + " approved: a model call that needs approval is asked about again.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response resume(
      @PathParam("id") UUID id,
      @BeanParam IfMatch condition,
      @Valid @Nullable ResumeRequest request,
      @Context UriInfo uri) {
    Run run = ownRuns.findDirected(id);
    Optional<ResumeRequest> resumption = Optional.ofNullable(request);
    RunActs.Act act = act(condition, run, resumption.map(ResumeRequest::reason));
    Run resumed = acts.resume(run, resumption.flatMap(ResumeRequest::budgetIfSet), act);
    return accepted(resumed, uri).build();
  }

  @POST
  @Path("runs/{id}:retry")
  @Operation(
      summary = "Retry a FAILED or DEAD_LETTER run from the step that failed, with fresh limits")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response retry(
      @PathParam("id") UUID id,
      @BeanParam IfMatch condition,
      @Valid @Nullable ActionRequest request,
      @Context UriInfo uri) {
    Run run = ownRuns.findDirected(id);
    return accepted(acts.retry(run, act(condition, run, ActionRequest.reasonOf(request))), uri)
        .build();
  }

  private RunActs.Act act(IfMatch condition, Run run, Optional<String> reason) {
    return new RunActs.Act(caller.submitter(), reason, RunTag.only(condition, run));
  }

  private static Response.ResponseBuilder accepted(Run run, UriInfo uri) {
    return Response.accepted(RunView.of(run))
        .location(ResourceUris.of(run, uri))
        .tag(RunTag.of(run));
  }

  @POST
  @Path("runs/{id}:steer")
  @Operation(
      summary = "Send a message to a run that has not ended",
      description =
          "The model reads the message at its next iteration, after the rest of the conversation. A"
              + " run that is queued, waits or is paused takes it when it continues; a run that is"
              + " WAITING for loop continues with it. If the run ends first, it does not take the"
              + " message; the run shows how many messages were posted and taken.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response steer(
      @PathParam("id") UUID id,
      @NotNull(message = "The request must have a body.") @Valid SteerRequest steering,
      @Context UriInfo uri) {
    Run before = ownRuns.findDirected(id);
    access.checkActing(before, caller.role());
    Optional<String> reason = Optional.ofNullable(steering.reason());
    if (messages.post(id, caller.name(), reason, steering.message()).isEmpty()) {
      throw new ProblemException(
          ProblemType.RUN_ENDED,
          "Run %s has ended as %s; send the message to a fork of it."
              .formatted(id, ownRuns.find(id).status()));
    }
    Run run = ownRuns.find(id);
    return Response.accepted(RunView.of(run)).location(ResourceUris.of(run, uri)).build();
  }
}
