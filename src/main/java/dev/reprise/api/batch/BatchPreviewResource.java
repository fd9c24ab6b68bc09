package dev.reprise.api.batch;

import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.identity.Caller;
import dev.reprise.batch.Batch;
import dev.reprise.batch.store.BatchStore;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Clock;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** Runs the first items of a data set, to learn what all of them would take. */
@Path("batches:preview")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RequestScoped
public class BatchPreviewResource {

  @Inject Caller caller;
  @Inject BatchSubmissions submissions;
  @Inject BatchStore store;
  @Inject Clock clock;

  @POST
  @RolesAllowed("submitter")
  @Operation(
      summary = "Run the first three items of a data set, and extrapolate cost and time",
      description =
          "All items are read and checked; the first three become a batch. Once one has ended,"
              + " `estimate` of the batch says what all items would take. Their results are real: with"
              + " a `name`, the batch of all items does not run them again.")
  @APIResponseSchema(value = BatchView.class, responseCode = "202")
  public Response preview(
      @NotNull(message = "The request must have a body.") @Valid BatchRequest request,
      @Context UriInfo uri) {
    Batch batch = submissions.preview(caller, request);
    return Response.accepted(
            BatchView.of(batch, Optional.of(store.acts(batch.id())), clock.instant()))
        .location(ResourceUris.batch(batch.id(), uri))
        .build();
  }
}
