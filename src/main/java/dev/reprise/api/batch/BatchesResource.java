package dev.reprise.api.batch;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.api.body.FileBody;
import dev.reprise.api.http.ApiJson;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Cursor;
import dev.reprise.api.page.Page;
import dev.reprise.api.page.PageQuery;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchMode;
import dev.reprise.batch.BatchStatus;
import dev.reprise.batch.SubmittedBatch;
import dev.reprise.batch.store.BatchStore;
import dev.reprise.batch.store.SubmittedBatches;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Valid;
import jakarta.validation.Validator;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
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
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/** Batches of the caller's tenant: submit, list and show them. Tested by {@code BatchIT}. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class BatchesResource {

  private static final System.Logger LOG = System.getLogger(BatchesResource.class.getName());

  private static final int MAX_FIRST_LINE = 64 * 1024;

  @Inject Caller caller;
  @Inject BatchSubmissions submissions;
  @Inject BatchStore store;
  @Inject SubmittedBatches submitted;
  @Inject Clock clock;
  @Inject Validator validator;

  @POST
  @Path("batches")
  @Consumes(MediaType.APPLICATION_JSON)
  @RolesAllowed("submitter")
  @Operation(
      summary = "Submit a batch: an agent runs once for each item of a data set",
      description =
          "All items are read and checked before the response; if one is not valid, the batch is"
              + " refused and nothing is stored. POST /batches:lines takes the items in the body.")
  @APIResponseSchema(value = BatchView.class, responseCode = "202")
  public Response submit(
      @NotNull(message = "The request must have a body.") @Valid BatchRequest request,
      @Context UriInfo uri) {
    return accepted(submissions.submit(caller, request, Optional.empty()), uri);
  }

  private Response accepted(Batch batch, UriInfo uri) {
    return Response.accepted(view(batch)).location(ResourceUris.batch(batch.id(), uri)).build();
  }

  @GET
  @Path("batches")
  @Operation(summary = "List batches, newest first")
  public Page<BatchView> list(
      @Parameter(schema = @Schema(implementation = BatchStatus.class)) @QueryParam("status")
          @Nullable String status,
      @BeanParam PageQuery page) {
    int limit = page.limit();
    Optional<BatchStore.Place> after =
        page.cursor().map(Cursor::place).map(it -> new BatchStore.Place(it.at(), it.id()));
    Optional<BatchStatus> only = Optional.ofNullable(status).map(BatchesResource::status);
    return Page.of(
            store.list(caller.tenant(), only, after, limit + 1),
            limit,
            batch -> Cursor.after(batch.times().createdAt(), batch.id()))
        .map(batch -> BatchView.of(batch, Optional.empty(), clock.instant()));
  }

  private static BatchStatus status(String word) {
    List<BatchStatus> shown =
        Arrays.stream(BatchStatus.values()).filter(it -> it != BatchStatus.LOADING).toList();
    return QueryParameters.oneOf("status", word, shown, BatchStatus::name);
  }

  @GET
  @Path("batches/{id}")
  @Operation(
      summary = "Show a batch, what has become of its items, and what people did with it",
      description = "`receipt` counts the items by their status, and what their runs spent.")
  @APIResponseSchema(BatchView.class)
  public Response get(@PathParam("id") UUID id) {
    Batch batch = find(id);
    Optional<List<SubmittedBatch>> atProviders =
        batch.work().mode() == BatchMode.PROVIDER_BATCH
            ? Optional.of(submitted.of(id))
            : Optional.empty();
    return Response.ok(
            BatchView.of(batch, Optional.of(store.acts(id)), atProviders, clock.instant()))
        .tag(BatchTag.of(batch))
        .build();
  }

  @DELETE
  @Path("batches/{id}")
  @RolesAllowed("admin")
  @Operation(
      summary = "Erase a batch that has ended, with its results",
      description =
          "Its runs stay as long as the retention rules say. A batch of the same name runs the keys"
              + " again that only this one has completed.")
  @APIResponse(responseCode = "204", description = "The batch is erased")
  public void erase(@PathParam("id") UUID id) {
    Batch batch = find(id);
    if (!store.erase(caller.tenant(), id)) {
      throw new ProblemException(
          ProblemType.BATCH_NOT_ENDED,
          "Batch %s is %s; it can be erased when it has ended and nothing of it is left at the provider."
              .formatted(id, batch.status()));
    }
    LOG.log(
        INFO, "batch %s of tenant %s: erased by %s".formatted(id, batch.tenant(), caller.name()));
  }

  private Batch find(UUID id) {
    return store.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noBatch(id));
  }

  private BatchView view(Batch batch) {
    return BatchView.of(batch, Optional.of(store.acts(batch.id())), clock.instant());
  }

  @POST
  @Path("batches:lines")
  @Consumes(BatchResultsResource.JSON_LINES)
  @FileBody
  @RolesAllowed("submitter")
  @Operation(
      summary = "Submit a batch whose items are in the body as JSON Lines",
      description =
          "The first line is the object that POST /batches takes, without `source`. Each further line"
              + " is an item. The body may have 64 MiB.")
  @APIResponseSchema(value = BatchView.class, responseCode = "202")
  public Response submitLines(InputStream body, @Context UriInfo uri) throws IOException {
    InputStream lines = new BufferedInputStream(body);
    BatchRequest request = ApiJson.mapper().readValue(firstLine(lines), BatchRequest.class);
    Set<ConstraintViolation<BatchRequest>> violations = validator.validate(request);
    if (!violations.isEmpty()) {
      throw new ConstraintViolationException(violations);
    }
    return accepted(submissions.submit(caller, request, Optional.of(lines)), uri);
  }

  private static byte[] firstLine(InputStream body) throws IOException {
    var line = new ByteArrayOutputStream();
    int next = body.read();
    while (next >= 0 && next != '\n') {
      if (line.size() == MAX_FIRST_LINE) {
        throw new ProblemException(
            ProblemType.INVALID_VALUE,
            "The first line must be the object that describes the batch, of at most %d bytes."
                .formatted(MAX_FIRST_LINE));
      }
      line.write(next);
      next = body.read();
    }
    return line.toByteArray();
  }

  @POST
  @Path("batches:preview")
  @Consumes(MediaType.APPLICATION_JSON)
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
    return accepted(submissions.preview(caller, request), uri);
  }
}
