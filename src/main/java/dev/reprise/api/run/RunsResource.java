package dev.reprise.api.run;

import dev.reprise.api.audit.NotAudited;
import dev.reprise.api.http.IfMatch;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.idempotency.CreationId;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Cursor;
import dev.reprise.api.page.Items;
import dev.reprise.api.page.Page;
import dev.reprise.api.page.PageQuery;
import dev.reprise.api.submission.QueuesRuns;
import dev.reprise.api.submission.Submission;
import dev.reprise.api.submission.SubmissionsOnce;
import dev.reprise.definition.AgentVersions;
import dev.reprise.history.InputSearch;
import dev.reprise.journal.store.RecordSizes;
import dev.reprise.platform.SharedPermits;
import dev.reprise.queue.ChildRuns;
import dev.reprise.queue.QueueInspector;
import dev.reprise.queue.RunCounts;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.RunLists;
import dev.reprise.queue.row.Runs;
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
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/** Runs: submit, list, count, show and erase them. Tested by {@code RunListIT}. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class RunsResource {

  @Inject Caller caller;
  @Inject SubmissionsOnce submissions;
  @Inject CreationId creation;
  @Inject RunWaits waits;
  @Inject CallerRuns ownRuns;
  @Inject Runs runs;
  @Inject RunLists lists;
  @Inject InputSearch search;
  @Inject ChildRuns children;
  @Inject QueueInspector queue;
  @Inject RecordSizes sizes;
  @Inject RunErasure erasure;
  @Inject AgentVersions versions;
  @Inject TraceLink traces;
  @Inject RunCounts counts;

  /** Queues a run and returns at once; the run starts when a server claims it. */
  @POST
  @Path("runs")
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
  @Path("runs")
  @Operation(summary = "List runs, newest first unless sorted otherwise")
  public Page<RunView> list(@BeanParam RunQuery query, @BeanParam PageQuery page) {
    int limit = page.limit();
    Runs.Filter filter = query.filter(page.cursor());
    return query
        .text()
        .map(text -> search.find(caller.tenant(), filter, text, limit))
        .map(found -> new Page<>(found.runs(), found.last().map(last -> after(filter, last))))
        .orElseGet(
            () ->
                Page.of(
                    lists.page(caller.tenant(), filter, limit + 1),
                    limit,
                    last -> after(filter, last)))
        .map(RunView::of);
  }

  private static String after(Runs.Filter filter, Run last) {
    return Cursor.after(filter.order().place(last));
  }

  @GET
  @Path("runs/{id}")
  @Operation(
      summary = "Show a run and how far it has come",
      description =
          "If the server knows a trace viewer, the response has a link `trace` to the run's trace.")
  @APIResponseSchema(RunView.class)
  public CompletionStage<Response> get(@PathParam("id") UUID id, @BeanParam WaitQuery wait) {
    Optional<Duration> time = wait.time();
    Run run = ownRuns.find(id);
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
  @Path("runs/{id}")
  @Operation(
      summary = "Erase a run that has ended, regardless of the retention rules",
      description =
          "The run does not exist any more when the response arrives. What is left of it outside the"
              + " API, such as its batch jobs, is removed within moments.")
  @APIResponse(responseCode = "204", description = "The run is erased")
  @RolesAllowed("admin")
  public void erase(@PathParam("id") UUID id, @BeanParam IfMatch condition) {
    RunTag.only(condition, ownRuns.find(id));
    erasure.erase(id, caller.name());
  }

  @GET
  @Path("runs/{id}/children")
  @Operation(summary = "List the child runs of a run, the oldest first")
  public Items<RunView> children(@PathParam("id") UUID id) {
    ownRuns.find(id);
    return new Items<>(
        runs.find(caller.tenant(), children.of(caller.tenant(), id)).stream()
            .sorted(Comparator.comparing(Run::createdAt).thenComparing(Run::id))
            .map(RunView::of)
            .toList());
  }

  /**
   * The numbers of runs.
   *
   * @param items one for each status
   * @param failures one for each code of a failure, the most frequent first; only if the request
   *     says since when
   */
  public record CountList(List<StatusCount> items, Optional<List<FailureCount>> failures) {
    public CountList {
      items = List.copyOf(items);
      failures = failures.map(List::copyOf);
    }
  }

  /**
   * The number of runs that failed for a reason and have not been retried.
   *
   * @param failureCode the code of the failure
   * @param count together with those of other codes at most {@value RunCounts#MOST}
   */
  public record FailureCount(String failureCode, int count) {}

  /**
   * The number of runs of a status.
   *
   * @param count at most {@value RunCounts#MOST}
   * @param orMore whether there may be more
   */
  public record StatusCount(RunStatus status, int count, boolean orMore) {

    private static StatusCount of(Map.Entry<RunStatus, Integer> entry) {
      int count = entry.getValue();
      return new StatusCount(entry.getKey(), count, count == RunCounts.MOST);
    }
  }

  @GET
  @Path("run-counts")
  @Operation(summary = "Count runs by status, up to 10,000 of each, and failures by their code")
  public CountList count(
      @Parameter(
              description = "Counts the runs of this agent by status; failures are of all agents")
          @QueryParam("agent")
          @Nullable String agent,
      @Parameter(
              description = "Also counts the failures at this time or later, by their code",
              schema = @Schema(format = "date-time"))
          @QueryParam("failedAfter")
          @Nullable String failedAfter) {
    Optional<String> only = Optional.ofNullable(agent).map(RunQuery::agentName);
    return new CountList(
        counts.of(caller.tenant(), only).entrySet().stream().map(StatusCount::of).toList(),
        Optional.ofNullable(failedAfter)
            .map(text -> QueryParameters.instant("failedAfter", text, Instant.EPOCH))
            .map(this::failures));
  }

  private List<FailureCount> failures(Instant since) {
    return counts.failures(caller.tenant(), since).entrySet().stream()
        .map(entry -> new FailureCount(entry.getKey(), entry.getValue()))
        .toList();
  }
}
