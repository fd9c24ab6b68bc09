package dev.reprise.api.batch;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.identity.Caller;
import dev.reprise.batch.Batch;
import dev.reprise.batch.ItemStatus;
import dev.reprise.batch.store.BatchStore;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/** The results of the items of a batch, as a file that grows. */
@Path("batches/{id}/results.jsonl")
@RolesAllowed("viewer")
@RequestScoped
public class BatchResultFileResource {

  static final String JSON_LINES = "application/x-ndjson";

  @Inject Caller caller;
  @Inject BatchStore store;
  @Inject BatchResults results;

  @GET
  @Produces(JSON_LINES)
  @Operation(
      summary = "Read the results of items as JSON Lines",
      description =
          "Each line has the `number` of its result. The file grows: a client that has read some"
              + " lines requests the rest with `after`, the number of the last one.")
  @APIResponse(
      responseCode = "200",
      description = "The results",
      content = @Content(mediaType = JSON_LINES, schema = @Schema(type = SchemaType.STRING)))
  public Response get(@PathParam("id") UUID id, @BeanParam ResultQuery query) {
    Batch batch = store.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noBatch(id));
    Optional<ItemStatus> status = query.status();
    long after = query.after();
    StreamingOutput file = out -> results.write(batch, status, after, out);
    return Response.ok(file)
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"%s.jsonl\"".formatted(id))
        .build();
  }
}
