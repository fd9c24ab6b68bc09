package dev.reprise.api.run;

import dev.reprise.api.body.FileBody;
import dev.reprise.api.body.RequestBody;
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

/** Imports runs from record files. */
@Path(ImportsResource.PATH)
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class ImportsResource {

  static final String PATH = "runs:import";
  public static final String MEDIA_TYPE = "application/x-ndjson";

  @Inject Caller caller;
  @Inject RecordFiles files;
  @Inject RequestBody body;

  /** Imports a run; one that has not ended is PAUSED until it is resumed. */
  @POST
  @Consumes(MEDIA_TYPE)
  @FileBody
  @RolesAllowed("admin")
  @Operation(
      summary = "Import a run from a record file",
      description =
          "Every event and the whole file must be sealed with the server's keys; a server without"
              + " keys imports nothing. The caller must be allowed to run its agent, and becomes its"
              + " submitter. The run keeps its id and can be imported once: neither over an existing"
              + " run nor after it was erased. A run that has not ended is PAUSED, and :resume"
              + " continues it.")
  @APIResponseSchema(value = RunView.class, responseCode = "201")
  public Response take(InputStream file, @Context UriInfo uri) throws IOException {
    Run run = files.take(caller, body::from); // reads the file several times
    return Response.created(ResourceUris.of(run, uri)).entity(RunView.of(run)).build();
  }
}
