package dev.reprise.api.undo;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/** The calls of a run that can be undone. */
@Path("runs/{id}/undo-plan")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class UndoPlanResource {

  @Inject Caller caller;
  @Inject Runs runs;
  @Inject UndoRuns undo;

  @GET
  @Operation(
      summary = "Show which calls of a run can be undone, newest first",
      description =
          "The calls of tools that can undo, among those that the model requested after the event"
              + " `after`, 0 if absent; each with its status. A fork only has the calls that it made"
              + " itself.")
  @APIResponseSchema(UndoPlanView.class)
  public UndoPlanView plan(
      @PathParam("id") UUID id,
      @Parameter(schema = @Schema(type = SchemaType.INTEGER, minimum = "0", defaultValue = "0"))
          @QueryParam("after")
          @Nullable String after) {
    Run run = runs.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
    runs.requireRecord(run);
    long from = QueryParameters.number("after", after, 0, 0, run.lastSequence());
    return UndoPlanView.of(undo.plan(run, from));
  }
}
