package dev.reprise.api.batch;

import dev.reprise.api.http.Page;
import dev.reprise.api.http.PageQuery;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.batch.Batch;
import dev.reprise.batch.store.BatchStore;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** The results of the items of a batch, as pages. */
@Path("batches/{id}/results")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class BatchResultsResource {

  @Inject Caller caller;
  @Inject BatchStore store;
  @Inject BatchResults results;

  /**
   * A page of results, in the order in which items ended.
   *
   * @param nextCursor requests the next page; absent on the last one
   */
  public record ResultPage(List<ItemResultView> items, Optional<String> nextCursor) {
    public ResultPage {
      items = List.copyOf(items);
    }
  }

  @GET
  @Operation(summary = "List the results of items, in the order in which these ended")
  @APIResponseSchema(ResultPage.class)
  public Response list(
      @PathParam("id") UUID id,
      @BeanParam ResultQuery query,
      @BeanParam PageQuery page,
      @Context UriInfo uri) {
    int limit = page.limit();
    Batch batch = store.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noBatch(id));
    long from = page.cursor().map(BatchResultsResource::place).orElseGet(query::after);
    Page<ItemResultView> shown =
        Page.of(
            results.after(batch, query.status(), from, limit + 1),
            limit,
            it -> Long.toString(it.number()));
    return shown.response(new ResultPage(shown.entries(), shown.nextCursor()), uri);
  }

  private static long place(String cursor) {
    return QueryParameters.number("cursor", cursor, 0, 0, Long.MAX_VALUE);
  }
}
