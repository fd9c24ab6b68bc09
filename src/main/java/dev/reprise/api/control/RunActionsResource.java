package dev.reprise.api.control;

import dev.reprise.api.http.ActionRequest;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.run.RunView;
import dev.reprise.api.submission.ToolAccessCheck;
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

/** What people do to a run: cancel, pause, resume and retry it. */
@Path("runs")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("operator")
@RequestScoped
public class RunActionsResource {

  @Inject Caller caller;
  @Inject Runs runs;
  @Inject RunQueue queue;
  @Inject ChildRuns workers;
  @Inject LostInMemoryRuns lost;
  @Inject ToolAccessCheck access;
  @Inject UndoRuns undo;
  @Inject Clock clock;

  /** Ends a run that nobody holds at once, and has the holder of a running one end it. */
  @POST
  @Path("{id}:cancel")
  @Operation(
      summary = "Cancel a run; whoever carries it out stops behind the step in hand",
      description =
          "Where tools of the run can undo, the answer has a link `undo-plan`: what it did, to look"
              + " at and to take back once it has ended.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response cancel(
      @PathParam("id") UUID id, @Valid @Nullable ActionRequest request, @Context UriInfo uri) {
    find(id);
    if (!queue.cancel(id, new ControlEvent.Cancelled(caller.name(), reason(request).orElse("")))) {
      throw ended(id);
    }
    if (find(id).status() == RunStatus.CANCELLED) {
      workers.cancelChildren(id); // else whoever holds the run does
    }
    Run run = find(id);
    var response = Response.accepted(RunView.of(run)).location(ResourceUris.of(run, uri));
    undo.offer(run, 0, uri).ifPresent(plan -> response.link(plan, "undo-plan"));
    return response.build();
  }

  /** Lets a run rest until it is resumed; what it waits for meanwhile is not lost. */
  @POST
  @Path("{id}:pause")
  @Operation(summary = "Pause a run; whoever carries it out stops behind the step in hand")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response pause(
      @PathParam("id") UUID id, @Valid @Nullable ActionRequest request, @Context UriInfo uri) {
    find(id);
    if (!queue.pause(
        id, new ControlEvent.Paused(caller.name(), reason(request), clock.instant()))) {
      throw ended(id);
    }
    return accepted(id, uri);
  }

  /** Has a paused run go on, at the exact step, or withdraws a pause that has not come about. */
  @POST
  @Path("{id}:resume")
  @Operation(
      summary = "Resume a PAUSED run at the step that was next",
      description =
          "Withdraws a pause that has not come about. Has a run that is WAITING for migration try"
              + " again at once whether a server has what it keeps, and one that is WAITING for"
              + " loop go on as it was.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response resume(
      @PathParam("id") UUID id, @Valid @Nullable ActionRequest request, @Context UriInfo uri) {
    access.checkActing(find(id), caller.role());
    if (!queue.resume(
        id, new ControlEvent.Resumed(caller.name(), reason(request), clock.instant()))) {
      throw new ProblemException(
          ProblemType.RUN_NOT_PAUSED,
          "Run %s is %s; only one that is PAUSED, is about to be, or waits for migration or loop can be resumed."
              .formatted(id, find(id).status()));
    }
    return accepted(id, uri);
  }

  /** Has a run that failed go on; what it had done stays done. */
  @POST
  @Path("{id}:retry")
  @Operation(
      summary = "Retry a FAILED or DEAD_LETTER run from the step that failed, with fresh limits")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response retry(
      @PathParam("id") UUID id, @Valid @Nullable ActionRequest request, @Context UriInfo uri) {
    find(id);
    if (lost.isLost(id)) {
      throw new ProblemException(
          ProblemType.RUN_NOT_DURABLE,
          "Run %s was submitted as not durable, and its record is lost: there is nothing to go on from."
              .formatted(id));
    }
    access.checkActing(find(id), caller.role());
    var retried = new ControlEvent.Retried(caller.name(), clock.instant(), reason(request));
    if (!queue.retry(id, retried)) {
      throw new ProblemException(
          ProblemType.RUN_NOT_FAILED,
          "Run %s is %s; only one that is FAILED or DEAD_LETTER can be retried."
              .formatted(id, find(id).status()));
    }
    return accepted(id, uri);
  }

  private ProblemException ended(UUID id) {
    return new ProblemException(
        ProblemType.RUN_ENDED, "Run %s ended before: %s.".formatted(id, find(id).status()));
  }

  private Response accepted(UUID id, UriInfo uri) {
    Run run = find(id);
    return Response.accepted(RunView.of(run)).location(ResourceUris.of(run, uri)).build();
  }

  private static Optional<String> reason(@Nullable ActionRequest request) {
    return Optional.ofNullable(request).map(ActionRequest::reason);
  }

  private Run find(UUID id) {
    return runs.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
  }
}
