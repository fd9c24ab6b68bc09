package dev.reprise.api.run;

import dev.reprise.api.audit.Audited;
import dev.reprise.api.body.FileBody;
import dev.reprise.api.body.RequestBody;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.identity.Caller;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.file.RecordArchive;
import dev.reprise.queue.row.Run;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.io.InputStream;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** Record files: exports of runs, which can be verified without the server, and imports. */
@Path("/")
@RequestScoped
public class RecordFilesResource {

  public static final String MEDIA_TYPE = "application/x-ndjson";

  @Inject Caller caller;
  @Inject CallerRuns ownRuns;
  @Inject RecordFiles files;
  @Inject RecordArchive archive;
  @Inject RequestBody body;

  @GET
  @Path("runs/{id}/export")
  @Audited
  @Produces(MEDIA_TYPE)
  @RolesAllowed({"operator", "auditor"})
  @Operation(
      summary = "Export a run's record as JSON lines",
      description =
          "A header, the events as they are stored, and an end that covers everything before it. A file"
              + " without an end is truncated. The program reprise-cli verifies the file, and POST"
              + " /runs:import imports it.")
  @APIResponse(
      responseCode = "200",
      description = "The file",
      content = @Content(mediaType = MEDIA_TYPE, schema = @Schema(type = SchemaType.STRING)))
  public Response get(@PathParam("id") UUID id) {
    Run run = ownRuns.find(id);
    CallerRuns.checkDurable(run, "its record cannot be exported");
    RecordHeader header = files.header(run);
    StreamingOutput file = out -> archive.write(header, run.lastSequence(), out);
    return Response.ok(file)
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"%s.jsonl\"".formatted(id))
        .build();
  }

  /** Imports a run; one that has not ended is PAUSED until it is resumed. */
  @POST
  @Path("runs:import")
  @Produces(MediaType.APPLICATION_JSON)
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
