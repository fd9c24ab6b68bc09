package dev.reprise.api.batch;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/**
 * Describes the stream of a batch's progress, which {@code BatchStreamFilter} answers before any
 * resource is reached.
 */
@Path("batches/{id}/events")
@RolesAllowed("viewer")
@RequestScoped
public class BatchEventsResource {

  @GET
  @Produces(MediaType.SERVER_SENT_EVENTS)
  @Operation(
      summary = "Follow the progress of a batch as server-sent events",
      description =
          "Each event `batch` has the batch as its data: one at once, then one whenever it has changed,"
              + " at most once a second. The stream ends with the batch; a client that reconnects then"
              + " gets 204.")
  @APIResponse(
      responseCode = "200",
      description = "The data of each event",
      content =
          @Content(
              mediaType = MediaType.SERVER_SENT_EVENTS,
              schema = @Schema(implementation = BatchView.class)))
  public Response get(@PathParam("id") UUID id) {
    throw new ProblemException(
        ProblemType.NOT_ACCEPTABLE, "The progress of batch %s is only streamed.".formatted(id));
  }
}
