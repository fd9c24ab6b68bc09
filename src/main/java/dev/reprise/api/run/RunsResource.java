package dev.reprise.api.run;

import dev.reprise.api.audit.NotAudited;
import dev.reprise.api.http.Cursor;
import dev.reprise.api.http.IfMatch;
import dev.reprise.api.http.Page;
import dev.reprise.api.http.PageQuery;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.idempotency.CreationId;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.submission.QueuesRuns;
import dev.reprise.api.submission.Submission;
import dev.reprise.api.submission.SubmissionsOnce;
import dev.reprise.definition.AgentVersions;
import dev.reprise.journal.store.RecordSizes;
import dev.reprise.platform.SharedPermits;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.run.history.InputSearch;
import dev.reprise.run.queue.ChildRuns;
import dev.reprise.run.queue.QueueInspector;
import dev.reprise.run.state.RunStatus;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** Runs: submit, list, show and erase them. */
@Path("runs")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class RunsResource {

  @Inject Caller caller;
  @Inject SubmissionsOnce submissions;
  @Inject CreationId creation;
  @Inject RunWaits waits;
  @Inject Runs runs;
  @Inject InputSearch search;
  @Inject ChildRuns children;
  @Inject QueueInspector queue;
  @Inject RecordSizes sizes;
  @Inject RunErasure erasure;
  @Inject AgentVersions versions;
  @Inject TraceLink traces;

  /**
   * A page of runs, newest first.
   *
   * @param nextCursor requests the next page; absent on the last one
   */
  public record RunPage(List<RunView> items, Optional<String> nextCursor) {
    public RunPage {
      items = List.copyOf(items);
    }
  }

  /** All child runs of a run, the oldest first. */
  public record RunList(List<RunView> items) {
    public RunList {
      items = List.copyOf(items);
    }
  }

  /** Queues a run and returns at once; the run starts when a server claims it. */
  @POST
  @QueuesRuns
  @NotAudited(NotAudited.Reason.IN_THE_RECORD_OF_A_RUN)
  @RolesAllowed("submitter")
  @Operation(summary = "Submit a run; it starts when a server claims it")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  @APIResponse(
      responseCode = "200",
      description = "The run that an earlier submission with the dedupeKey has started",
      content = @Content(schema = @Schema(implementation = RunView.class)))
  public CompletionStage<Response> submit(
      @NotNull(message = "The request must have a body.") @Valid Submission submission,
      @BeanParam WaitQuery wait,
      @Context UriInfo uri) {
    Optional<Duration> time = wait.time();
    Run run = submissions.submit(creation, caller.submitter(), submission);
    boolean isNew = run.id().equals(creation.get());
    Response.ResponseBuilder response =
        Response.status(isNew ? Response.Status.ACCEPTED : Response.Status.OK)
            .location(ResourceUris.of(run, uri));
    return time.flatMap(it -> settled(response, run, it))
        .orElseGet(
            () -> CompletableFuture.completedFuture(response.entity(RunView.of(run)).build()));
  }

  /** Returns the response after the wait; empty if too many clients wait. */
  private Optional<CompletionStage<Response>> settled(
      Response.ResponseBuilder response, Run run, Duration time) {
    return waits
        .settled(new SharedPermits.Owner(caller.tenant(), caller.name()), run, time)
        .map(it -> it.thenApply(now -> applied(response, time, now)));
  }

  private Response applied(Response.ResponseBuilder response, Duration time, Run run) {
    return response
        .header(WaitQuery.APPLIED, "wait=" + time.toSeconds())
        .entity(placed(run))
        .tag(RunTag.of(run))
        .build();
  }

  @GET
  @Operation(summary = "List runs, newest first unless sorted otherwise")
  @APIResponseSchema(RunPage.class)
  public Response list(@BeanParam RunQuery query, @BeanParam PageQuery page, @Context UriInfo uri) {
    int limit = page.limit();
    Runs.Filter filter = query.filter(page.cursor());
    Page<Run> shown =
        query
            .text()
            .map(text -> search.find(caller.tenant(), filter, text, limit))
            .map(found -> new Page<>(found.runs(), found.last().map(last -> after(filter, last))))
            .orElseGet(
                () ->
                    Page.of(
                        runs.list(caller.tenant(), filter, limit + 1),
                        limit,
                        last -> after(filter, last)));
    List<RunView> items = shown.entries().stream().map(RunView::of).toList();
    return shown.response(new RunPage(items, shown.nextCursor()), uri);
  }

  private static String after(Runs.Filter filter, Run last) {
    return Cursor.after(filter.order().place(last));
  }

  @GET
  @Path("{id}")
  @Operation(
      summary = "Show a run and how far it has come",
      description =
          "If the server knows a trace viewer, the response has a link `trace` to the run's trace.")
  @APIResponseSchema(RunView.class)
  public CompletionStage<Response> get(@PathParam("id") UUID id, @BeanParam WaitQuery wait) {
    Optional<Duration> time = wait.time();
    Run run = find(id);
    return time.flatMap(it -> settled(Response.ok(), run, it))
        .orElseGet(
            () -> CompletableFuture.completedFuture(linked(run).tag(RunTag.of(run)).build()));
  }

  private Response.ResponseBuilder linked(Run run) {
    Response.ResponseBuilder response = Response.ok(placed(run));
    traces.of(run.id()).ifPresent(address -> response.link(address, TraceLink.RELATION));
    return response;
  }

  private RunView placed(Run run) {
    return run.status() == RunStatus.QUEUED
        ? view(run).at(queue.place(run.id()).map(QueuePlaceView::of))
        : view(run);
  }

  private RunView view(Run run) {
    if (!runs.hasRecord(run)) {
      return RunView.of(run);
    }
    var agent = versions.load(run.tenant(), run.agentVersion());
    return RunView.of(run, runs.fold(run, agent).state(), sizes.of(run.id()));
  }

  /** Erases a run that has ended, and its record. */
  @DELETE
  @Path("{id}")
  @Operation(
      summary = "Erase a run that has ended, regardless of the retention rules",
      description =
          "The run does not exist any more when the response arrives. What is left of it outside the"
              + " API, such as its batch jobs, is removed within moments.")
  @APIResponse(responseCode = "204", description = "The run is erased")
  @RolesAllowed("admin")
  public void erase(@PathParam("id") UUID id, @BeanParam IfMatch condition) {
    RunTag.only(condition, find(id));
    erasure.erase(id, caller.name());
  }

  @GET
  @Path("{id}/children")
  @Operation(summary = "List the child runs of a run, the oldest first")
  @APIResponseSchema(RunList.class)
  public RunList children(@PathParam("id") UUID id) {
    find(id);
    return new RunList(
        runs.find(caller.tenant(), children.of(caller.tenant(), id)).stream()
            .sorted(Comparator.comparing(Run::createdAt).thenComparing(Run::id))
            .map(RunView::of)
            .toList());
  }

  private Run find(UUID id) {
    return runs.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
  }
}
