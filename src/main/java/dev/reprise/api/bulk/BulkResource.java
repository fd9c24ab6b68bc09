package dev.reprise.api.bulk;

import dev.reprise.api.audit.PreviewUnless;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Cursor;
import dev.reprise.api.page.Page;
import dev.reprise.api.page.PageQuery;
import dev.reprise.operations.bulk.BulkAct;
import dev.reprise.operations.bulk.BulkItem;
import dev.reprise.operations.bulk.BulkItemStatus;
import dev.reprise.operations.bulk.BulkOperation;
import dev.reprise.operations.bulk.BulkOutcomes;
import dev.reprise.operations.bulk.BulkStatus;
import dev.reprise.operations.bulk.BulkStore;
import dev.reprise.operations.bulk.RunSelection;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.Requester;
import dev.reprise.run.state.RunStatus;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/**
 * Acts on many runs: preview, carry out, and see what has become of them. Tested by {@code BulkIT}.
 */
@Path("bulk")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("approver")
@RequestScoped
public class BulkResource {

  @Inject Caller caller;
  @Inject BulkStore store;
  @Inject BulkOutcomes outcomes;
  @Inject BulkPreviews previews;
  @Inject Runs runs;

  @POST
  @PreviewUnless("preview")
  @Operation(
      summary = "Act on many runs, or preview it",
      description =
          "Without `preview`, shows on which runs the act would be done and what they cost, and"
              + " changes none. With the `preview` of that response, the act is carried out on these"
              + " runs, one by one, also if servers are lost; runs that match since are left out."
              + " CANCEL, PAUSE, RESUME, RETRY and MIGRATE need the role operator, ERASE admin. A run"
              + " that would continue must not have moved on since the preview.")
  @APIResponse(
      responseCode = "200",
      description = "What the act would do",
      content = @Content(schema = @Schema(implementation = BulkPreview.class)))
  @APIResponse(
      responseCode = "202",
      description = "The operation, which is queued",
      content = @Content(schema = @Schema(implementation = BulkView.class)))
  public Response act(
      @NotNull(message = "The request must have a body.") @Valid BulkRequest request,
      @Context UriInfo uri) {
    requireRole(request.act());
    String preview = request.preview();
    if (preview == null) {
      return Response.ok(previews.of(caller, request)).build();
    }
    requireReason(request);
    BulkOperation operation = previews.ordered(caller, request, UUID.fromString(preview));
    return Response.accepted(BulkView.of(operation))
        .location(uri.getBaseUriBuilder().path("bulk").path(operation.id().toString()).build())
        .build();
  }

  private void requireRole(BulkAct act) {
    if (caller.roles().stream().noneMatch(role -> role.includes(act.role()))) {
      throw new ProblemException(
          ProblemType.FORBIDDEN,
          "To %s many runs needs the role %s."
              .formatted(act.name().toLowerCase(Locale.ROOT), act.role().roleName()));
    }
  }

  private static void requireReason(BulkRequest request) {
    boolean isRequired = request.act() == BulkAct.ERASE || request.act() == BulkAct.MIGRATE;
    if (isRequired && (request.reason() == null || request.reason().isBlank())) {
      throw ProblemException.invalidValue("reason", "is missing; it must say why");
    }
  }

  @GET
  @RolesAllowed("viewer")
  @Operation(summary = "List the operations on many runs, newest first, without previews")
  public Page<BulkView> list(@BeanParam PageQuery page) {
    int limit = page.limit();
    Optional<BulkStore.Place> after =
        page.cursor().map(Cursor::place).map(it -> new BulkStore.Place(it.at(), it.id()));
    return Page.of(
            store.list(caller.tenant(), after, limit + 1),
            limit,
            it -> Cursor.after(it.times().createdAt(), it.id()))
        .map(BulkView::of);
  }

  @GET
  @Path("{id}")
  @RolesAllowed("viewer")
  @Operation(summary = "Show an operation on many runs and how far it has come, or its preview")
  public BulkView get(@PathParam("id") UUID id) {
    return BulkView.of(find(id), Optional.of(outcomes.count(id)));
  }

  @GET
  @Path("{id}/items")
  @RolesAllowed("viewer")
  @Operation(summary = "List what has become of the runs of an operation: its receipt")
  public Page<BulkItemView> items(
      @PathParam("id") UUID id,
      @Parameter(schema = @Schema(implementation = BulkItemStatus.class)) @QueryParam("status")
          @Nullable String status,
      @Parameter(
              description = "Those on which the act was accepted, and that have this status now",
              schema = @Schema(implementation = RunStatus.class))
          @QueryParam("runStatus")
          @Nullable String runStatus,
      @BeanParam PageQuery page) {
    find(id);
    if (status != null && runStatus != null) {
      throw ProblemException.parameter("runStatus", "must not be given with status");
    }
    int limit = page.limit();
    int after =
        (int)
            QueryParameters.number(
                "cursor", page.cursor().orElse(null), 0, 0, RunSelection.MAX_RUNS);
    Page<BulkItem> shown =
        Page.of(
            runStatus == null
                ? store.items(
                    id, Optional.ofNullable(status).map(BulkResource::status), after, limit + 1)
                : outcomes.items(id, runStatus(runStatus), after, limit + 1),
            limit,
            item -> String.valueOf(item.number()));
    Map<UUID, RunStatus> now =
        runs.find(caller.tenant(), shown.items().stream().map(BulkItem::run).toList()).stream()
            .collect(Collectors.toMap(Run::id, Run::status));
    return shown.map(item -> BulkItemView.of(item, Optional.ofNullable(now.get(item.run()))));
  }

  private static RunStatus runStatus(String word) {
    return QueryParameters.oneOf("runStatus", word, List.of(RunStatus.values()), RunStatus::name);
  }

  private static BulkItemStatus status(String word) {
    return QueryParameters.oneOf(
        "status", word, List.of(BulkItemStatus.values()), BulkItemStatus::name);
  }

  @POST
  @Path("{id}:cancel")
  @Operation(summary = "Stop an operation; the runs that it has not come to stay as they are")
  @APIResponseSchema(value = BulkView.class, responseCode = "202")
  public Response cancel(@PathParam("id") UUID id) {
    BulkOperation operation = ordered(id);
    requireRole(operation.order().act());
    if (!store.cancel(id)) {
      throw new ProblemException(
          ProblemType.BULK_ENDED, "Operation %s has ended as %s.".formatted(id, find(id).status()));
    }
    return Response.accepted(BulkView.of(find(id))).build();
  }

  @POST
  @Path("{id}:retry-failed")
  @Operation(
      summary = "Try the act again on the runs on which it was refused, as they are now",
      description =
          "It is then done on behalf of the caller. An approval stays one of the calls that its"
              + " preview showed.")
  @APIResponseSchema(value = BulkView.class, responseCode = "202")
  public Response retryFailed(@PathParam("id") UUID id) {
    BulkOperation operation = ordered(id);
    requireRole(operation.order().act());
    var by = new Requester(caller.name(), caller.role());
    if (!store.retryFailed(operation, by, caller.key())) {
      throw new ProblemException(
          ProblemType.NOTHING_TO_RETRY,
          "Operation %s is %s with %d failed runs; only a completed one with failed runs can be tried again."
              .formatted(id, operation.status(), operation.counts().failed()));
    }
    return Response.accepted(BulkView.of(find(id))).build();
  }

  private BulkOperation find(UUID id) {
    return store.find(caller.tenant(), id).orElseThrow(() -> unknown(id));
  }

  private BulkOperation ordered(UUID id) {
    BulkOperation found = find(id);
    if (found.status() == BulkStatus.PREVIEW) {
      throw unknown(id);
    }
    return found;
  }

  private static ProblemException unknown(UUID id) {
    return ProblemException.notFound("There is no bulk operation " + id + ".");
  }
}
