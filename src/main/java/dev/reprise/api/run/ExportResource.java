package dev.reprise.api.run;

import dev.reprise.api.audit.Audited;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Caller;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.file.RecordArchive;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/** Exports a run's record as a file that can be verified without the server. */
@Path("runs/{id}/export")
@Audited
@RequestScoped
public class ExportResource {

  @Inject Caller caller;
  @Inject Runs runs;
  @Inject RecordFiles files;
  @Inject RecordArchive archive;

  @GET
  @Produces(ImportsResource.MEDIA_TYPE)
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
      content =
          @Content(
              mediaType = ImportsResource.MEDIA_TYPE,
              schema = @Schema(type = SchemaType.STRING)))
  public Response get(@PathParam("id") UUID id) {
    Run run = runs.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
    if (run.inMemoryOn().isPresent()) {
      throw new ProblemException(
          ProblemType.RUN_NOT_DURABLE,
          "Run %s was submitted as not durable; its record cannot be exported.".formatted(id));
    }
    RecordHeader header = files.header(run);
    StreamingOutput file = out -> archive.write(header, run.lastSequence(), out);
    return Response.ok(file)
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"%s.jsonl\"".formatted(id))
        .build();
  }
}
