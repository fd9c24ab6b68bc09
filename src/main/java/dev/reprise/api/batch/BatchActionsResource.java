package dev.reprise.api.batch;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.api.control.FourEyes;
import dev.reprise.api.http.ActionRequest;
import dev.reprise.api.http.IfMatch;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.submission.SubmissionCheck;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchAct;
import dev.reprise.batch.BatchActKind;
import dev.reprise.batch.store.BatchActs;
import dev.reprise.batch.store.BatchStore;
import dev.reprise.definition.AgentVersions;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/**
 * Pauses, resumes, cancels and retries batches. Each act may be repeated. Tested by {@code
 * BatchActsIT}.
 */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("submitter")
@RequestScoped
public class BatchActionsResource {

  private static final System.Logger LOG = System.getLogger(BatchActionsResource.class.getName());

  @Inject Caller caller;
  @Inject BatchStore store;
  @Inject BatchActs acts;
  @Inject ToolAccessCheck access;
  @Inject SubmissionCheck check;
  @Inject AgentVersions versions;
  @Inject FourEyes fourEyes;
  @Inject Clock clock;

  private interface Act {
    BatchActs.Result on(UUID batch, BatchAct act);
  }

  @POST
  @Path("batches/{id}:pause")
  @Operation(
      summary = "Pause a batch: no further item is started",
      description = "Runs that are under way finish; then the batch is PAUSED.")
  @APIResponseSchema(value = BatchView.class, responseCode = "202")
  public Response pause(
      @PathParam("id") UUID id,
      @BeanParam IfMatch condition,
      @Valid @Nullable ActionRequest request,
      @Context UriInfo uri) {
    return done(directed(id), act(BatchActKind.PAUSE, request), condition, acts::pause, uri);
  }

  @POST
  @Path("batches/{id}:resume")
  @Operation(summary = "Resume a paused batch, or withdraw a pause that is not complete")
  @APIResponseSchema(value = BatchView.class, responseCode = "202")
  public Response resume(
      @PathParam("id") UUID id,
      @BeanParam IfMatch condition,
      @Valid @Nullable ActionRequest request,
      @Context UriInfo uri) {
    return done(actable(id), act(BatchActKind.RESUME, request), condition, acts::resume, uri);
  }

  @POST
  @Path("batches/{id}:approve")
  @RolesAllowed("approver")
  @Operation(
      summary = "Approve what the replies of the provider are expected to cost; the batch goes on",
      description =
          "Of a batch whose `neededUsd` says what that is. The approval is for requests that are"
              + " expected to cost at most a quarter more.")
  @APIResponseSchema(value = BatchView.class, responseCode = "202")
  public Response approve(
      @PathParam("id") UUID id,
      @BeanParam IfMatch condition,
      @NotNull(message = "The request must have a body with the member 'needed'.") @Valid
          BatchApproval approval,
      @Context UriInfo uri) {
    Batch batch = find(id);
    fourEyes.checkBatch(batch.tenant(), batch.work().submitter().name(), caller.name());
    checkReach(batch);
    String reason = Optional.ofNullable(approval.reason()).orElse("");
    return done(
        batch,
        new BatchAct(BatchActKind.APPROVE, caller.name(), reason, clock.instant()),
        condition,
        (which, act) -> acts.approve(which, act, approval.needed()),
        uri);
  }

  @POST
  @Path("batches/{id}:cancel")
  @Operation(
      summary = "Cancel a batch, its runs that have not ended, and all items that have none",
      description = "The batch is CANCELLED when its last run has ended, which takes moments.")
  @APIResponseSchema(value = BatchView.class, responseCode = "202")
  public Response cancel(
      @PathParam("id") UUID id,
      @BeanParam IfMatch condition,
      @Valid @Nullable ActionRequest request,
      @Context UriInfo uri) {
    return done(directed(id), act(BatchActKind.CANCEL, request), condition, acts::cancel, uri);
  }

  @POST
  @Path("batches/{id}:retry-failed")
  @Operation(
      summary = "Give each failed item another attempt",
      description =
          "Their runs continue from the steps that failed. A batch that has ended is reopened; one"
              + " that stopped at a limit also goes on with the items that it had not begun.")
  @APIResponseSchema(value = BatchView.class, responseCode = "202")
  public Response retryFailed(
      @PathParam("id") UUID id,
      @BeanParam IfMatch condition,
      @Valid @Nullable ActionRequest request,
      @Context UriInfo uri) {
    return done(
        actable(id), act(BatchActKind.RETRY_FAILED, request), condition, acts::retryFailed, uri);
  }

  private BatchAct act(BatchActKind kind, @Nullable ActionRequest request) {
    return new BatchAct(
        kind, caller.name(), ActionRequest.reasonOf(request).orElse(""), clock.instant());
  }

  private Response done(Batch batch, BatchAct act, IfMatch condition, Act method, UriInfo uri) {
    switch (method.on(batch.id(), act.onlyAt(BatchTag.only(condition, batch)))) {
      case ACCEPTED -> {}
      case ENDED ->
          throw new ProblemException(
              ProblemType.BATCH_ENDED,
              "Batch %s has ended as %s.".formatted(batch.id(), find(batch.id()).status()));
      case NOT_ASKED ->
          throw new ProblemException(
              ProblemType.CALL_NOT_OPEN,
              "Batch %s does not wait for the approval of this amount; `neededUsd` of the batch says for which, if for any."
                  .formatted(batch.id()));
      case CHANGED -> throw BatchTag.changed(find(batch.id()));
      case NOTHING_FAILED ->
          throw new ProblemException(
              ProblemType.NOTHING_TO_RETRY,
              "No item of batch %s has failed.".formatted(batch.id()));
    }
    LOG.log(
        INFO,
        "batch %s of tenant %s: %s by %s"
            .formatted(batch.id(), batch.tenant(), act.kind(), caller.name()));
    Batch now = find(batch.id());
    return Response.accepted(BatchView.of(now, Optional.of(store.acts(now.id())), clock.instant()))
        .location(ResourceUris.batch(now.id(), uri))
        .tag(BatchTag.of(now))
        .build();
  }

  /** Checks that runs may go on by the act, and that the caller reaches all that they may do. */
  private Batch actable(UUID id) {
    Batch batch = directed(id);
    check.checkSwitches(batch.tenant(), batch.work().agent().name());
    checkReach(batch);
    return batch;
  }

  private void checkReach(Batch batch) {
    access.checkActing(
        batch, versions.load(batch.tenant(), batch.work().agent().version()), caller.role());
  }

  /** Returns a batch that the caller may direct. */
  private Batch directed(UUID id) {
    Batch batch = find(id);
    caller.checkDirects("Batch " + id, batch.work().submitter().name());
    return batch;
  }

  private Batch find(UUID id) {
    return store.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noBatch(id));
  }
}
