package dev.reprise.api.run;

import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.identity.Caller;
import dev.reprise.run.Run;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.io.InputStream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** Runs that come from files. */
@Path(ImportsResource.PATH)
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class ImportsResource {

  static final String PATH = "runs:import";
  public static final String MEDIA_TYPE = "application/x-ndjson";

  @Inject Caller caller;
  @Inject RecordFiles files;

  /** Takes a run over; one that has not ended is PAUSED until somebody resumes it. */
  @POST
  @Consumes(MEDIA_TYPE)
  @RecordFileBody
  @RolesAllowed("admin")
  @Operation(
      summary = "Import a run from a record file",
      description =
          "Every event and the file as a whole must be sealed with the server's keys; a server"
              + " without such keys imports nothing. The caller must be allowed runs of its agent,"
              + " and is the one for whom it goes on. It keeps its id, and comes once: not over a"
              + " run that is here, and not after it was erased. One that has not ended is PAUSED,"
              + " and :resume has it go on.")
  @APIResponseSchema(value = RunView.class, responseCode = "201")
  public Response take(InputStream file, @Context UriInfo uri) throws IOException {
    Run run = files.take(caller, file);
    return Response.created(ResourceUris.of(run, uri)).entity(RunView.of(run)).build();
  }
}
