package dev.reprise.api.undo;

import dev.reprise.api.audit.NotAudited;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.run.CallerRuns;
import dev.reprise.api.run.RunView;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/** Undoes calls of a run, by another run, and shows which can be undone. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("operator")
@RequestScoped
public class UndoResource {

  @Inject Caller caller;
  @Inject CallerRuns ownRuns;
  @Inject Runs runs;
  @Inject ToolAccessCheck access;
  @Inject UndoRuns undo;

  @POST
  @Path("runs/{id}:undo")
  @NotAudited(NotAudited.Reason.IN_THE_RECORD_OF_A_RUN)
  @Operation(
      summary = "Undo the calls of an undo plan, newest first",
      description =
          "The response is another run, which undoes the calls and is durable like any other. If a"
              + " call cannot be undone, no older one is; a new plan has the calls that are left. The"
              + " run must have ended, or be PAUSED and superseded by a fork of an event up to"
              + " `after`.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response undo(
      @PathParam("id") UUID id,
      @NotNull(message = "The request must have a body.") @Valid UndoRequest request,
      @Context UriInfo uri) {
    Run run = ownRuns.find(id);
    CallerRuns.checkDurable(run, "its calls cannot be undone");
    long after = request.afterOrStart();
    if (after < 0 || after > run.lastSequence()) {
      String rule = "must be a whole number from 0 to %d".formatted(run.lastSequence());
      throw new ProblemException(
          ProblemType.INVALID_VALUE, "after " + rule, List.of(new FieldError("after", rule)));
    }
    access.checkActing(run, caller.role());
    Run undoing = undo.begin(run, after, request.plan(), caller.submitter());
    return Response.accepted(RunView.of(undoing)).location(ResourceUris.of(undoing, uri)).build();
  }

  @GET
  @Path("runs/{id}/undo-plan")
  @RolesAllowed("viewer")
  @Operation(
      summary = "Show which calls of a run can be undone, newest first",
      description =
          "The calls of tools that can undo, among those that the model requested after the event"
              + " `after`, 0 if absent; each with its status. A fork only has the calls that it made"
              + " itself.")
  public UndoPlanView plan(
      @PathParam("id") UUID id,
      @Parameter(schema = @Schema(type = SchemaType.INTEGER, minimum = "0", defaultValue = "0"))
          @QueryParam("after")
          @Nullable String after) {
    Run run = ownRuns.find(id);
    runs.requireRecord(run);
    long from = QueryParameters.number("after", after, 0, 0, run.lastSequence());
    return UndoPlanView.of(undo.plan(run, from));
  }
}
