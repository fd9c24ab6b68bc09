package dev.reprise.api.batch;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Page;
import dev.reprise.api.page.PageQuery;
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
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/**
 * The results of the items of a batch, as pages and as a file that grows, and the stream of its
 * progress, which {@code BatchStreamFilter} answers before any resource is reached. Tested by
 * {@code BatchIT}.
 */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class BatchResultsResource {

  static final String JSON_LINES = "application/x-ndjson";
  static final String TABLE = "text/csv";

  @Inject Caller caller;
  @Inject BatchStore store;
  @Inject BatchResults results;

  @GET
  @Path("batches/{id}/results")
  @Operation(summary = "List the results of items, in the order in which these ended")
  public Page<ItemResultView> list(
      @PathParam("id") UUID id, @BeanParam ResultQuery query, @BeanParam PageQuery page) {
    int limit = page.limit();
    Batch batch = find(id);
    long from = page.cursor().map(BatchResultsResource::place).orElseGet(query::after);
    return Page.of(
        results.after(batch, query.status(), from, limit + 1),
        limit,
        it -> Long.toString(it.number()));
  }

  private static long place(String cursor) {
    return QueryParameters.number("cursor", cursor, 0, 0, Long.MAX_VALUE);
  }

  @GET
  @Path("batches/{id}/results.jsonl")
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
  public Response file(@PathParam("id") UUID id, @BeanParam ResultQuery query) {
    Batch batch = find(id);
    Optional<ItemStatus> status = query.status();
    long after = query.after();
    return file(out -> results.writeLines(batch, status, after, out), id + ".jsonl");
  }

  private static Response file(StreamingOutput content, String name) {
    return Response.ok(content)
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"%s\"".formatted(name))
        .build();
  }

  @GET
  @Path("batches/{id}/results.csv")
  @Produces(TABLE)
  @Operation(
      summary = "Read the results of items as comma-separated values",
      description =
          "The first row names the columns; each member that the agent's output declares has one of its"
              + " own, `output.<member>`. A text that begins with = + - @ has an apostrophe before it,"
              + " so that no spreadsheet takes it as a formula.")
  @APIResponse(
      responseCode = "200",
      description = "The results",
      content = @Content(mediaType = TABLE, schema = @Schema(type = SchemaType.STRING)))
  public Response table(@PathParam("id") UUID id, @BeanParam ResultQuery query) {
    Batch batch = find(id);
    Optional<ItemStatus> status = query.status();
    long after = query.after();
    return file(out -> results.writeTable(batch, status, after, out), id + ".csv");
  }

  @GET
  @Path("batches/{id}/events")
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
  public Response events(@PathParam("id") UUID id) {
    throw new ProblemException(
        ProblemType.NOT_ACCEPTABLE, "The progress of batch %s is only streamed.".formatted(id));
  }

  private Batch find(UUID id) {
    return store.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noBatch(id));
  }
}
