package dev.reprise.api;

import dev.reprise.definition.AgentVersions;
import dev.reprise.journal.BrokenRecord;
import dev.reprise.journal.Journal;
import dev.reprise.journal.RecordSizes;
import dev.reprise.journal.Recorded;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.LostRecords;
import dev.reprise.run.QueueWatch;
import dev.reprise.run.Retention;
import dev.reprise.run.Run;
import dev.reprise.run.RunQueue;
import dev.reprise.run.RunStatus;
import dev.reprise.run.Runs;
import dev.reprise.run.Workers;
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
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.ParameterIn;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/** Runs: submitted, looked at, cancelled, retried. */
@Path("runs")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class RunsResource {

  private static final int DEFAULT_EVENTS = 100;
  private static final int MAX_EVENTS = 200;

  @Inject Caller caller;
  @Inject Submissions submissions;
  @Inject Runs runs;
  @Inject RunQueue queue;
  @Inject Workers workers;
  @Inject QueueWatch watch;
  @Inject LostRecords lost;
  @Inject Journal journal;
  @Inject RecordSizes sizes;
  @Inject Retention retention;
  @Inject AgentVersions versions;
  @Inject ToolAccess access;
  @Inject Undo undo;
  @Inject Clock clock;

  /** Accepts a run and returns at once; it starts when the dispatcher picks it up. */
  @POST
  @RolesAllowed("operator")
  @Operation(summary = "Submit a run; it starts when a server picks it up")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response submit(
      @NotNull(message = "The request needs a body.") @Valid Submission submission,
      @Context UriInfo uri) {
    Run run = submissions.accept(caller, submission);
    return Response.accepted(RunView.of(run)).location(Addresses.of(run, uri)).build();
  }

  @GET
  @Operation(summary = "List runs, newest first")
  @APIResponseSchema(RunPage.class)
  public Response list(@BeanParam RunQuery query, @Context UriInfo uri) {
    int limit = query.limit();
    List<Run> found = runs.list(caller.tenant(), query.filter(), limit + 1);
    List<Run> page = found.subList(0, Math.min(limit, found.size()));
    Optional<String> next =
        found.size() > limit ? Optional.of(Cursor.behind(page.getLast())) : Optional.empty();
    var response = Response.ok(new RunPage(page.stream().map(RunView::of).toList(), next));
    next.ifPresent(
        cursor ->
            response.link(
                uri.getRequestUriBuilder().replaceQueryParam("cursor", cursor).build(), "next"));
    return response.build();
  }

  @GET
  @Path("{id}")
  @Operation(summary = "Show a run and how far it has come")
  public RunView get(@PathParam("id") UUID id) {
    Run run = find(id);
    return run.status() == RunStatus.QUEUED
        ? view(run).at(watch.place(id).map(QueuePlaceView::of))
        : view(run);
  }

  private RunView view(Run run) {
    if (!runs.hasRecord(run)) {
      return RunView.of(run);
    }
    var agent = versions.load(run.tenant(), run.agentVersion());
    return RunView.of(run, runs.fold(run, agent).state(), sizes.of(run.id()));
  }

  /** Erases a run that has ended, and its record with it. */
  @DELETE
  @Path("{id}")
  @Operation(
      summary = "Erase a run that has ended, whatever the rules of retention say",
      description =
          "There is no such run any more once this is answered. What is left of it outside of the"
              + " API, such as its batch jobs, is removed within moments.")
  @APIResponse(responseCode = "204", description = "The run is erased")
  @RolesAllowed("admin")
  public void erase(@PathParam("id") UUID id) {
    find(id);
    switch (retention.erase(id, "asked for by " + caller.name())) {
      case Retention.Answer.Gone ignored -> {}
      case Retention.Answer.Kept(String reason) ->
          throw new Refusal(ProblemType.RUN_HAS_FORKS, "Run %s stays: %s.".formatted(id, reason));
      case Retention.Answer.NotEnded ignored ->
          throw new Refusal(
              ProblemType.RUN_NOT_ENDED,
              "Run %s is %s; only one that has ended can be erased."
                  .formatted(id, find(id).status()));
    }
  }

  /** Returns what happened behind an event; as a stream it is {@code EventStreamFilter}'s. */
  @GET
  @Path("{id}/events")
  @Operation(
      summary = "Read the run's journal, or follow it",
      description =
          """
          A page as JSON; or, with Accept: text/event-stream, the events as they happen. Such a \
          stream begins with an event `snapshot` without an id: the run as GET shows it, and in \
          `sequence` the newest event that this knows of. Then come the events behind the one that \
          Last-Event-ID or `after` names, each with its sequence as id and its type as event; none \
          is left out, and one may come again. A stream ends with its run, and before that when the \
          client takes nothing, when it is five minutes old or when the server stops: the client \
          comes back with Last-Event-ID, to any server, and has to log in again.\
          """)
  @APIResponse(
      responseCode = "200",
      content = {
        @Content(
            mediaType = "application/json",
            schema = @Schema(implementation = EventPage.class)),
        @Content(mediaType = "text/event-stream", schema = @Schema(type = SchemaType.STRING))
      })
  @APIResponse(
      responseCode = "204",
      description = "To a stream only: the run has ended, and the client has seen all")
  @APIResponse(
      responseCode = "503",
      description = "To a stream only: the server is full or stops; Retry-After says when to ask",
      content =
          @Content(
              mediaType = ProblemDetail.JSON,
              schema = @Schema(implementation = ProblemDetail.class)))
  @Parameter(
      name = "Last-Event-ID",
      in = ParameterIn.HEADER,
      description = "To a stream only: the id of the last event that the client saw",
      schema = @Schema(type = SchemaType.INTEGER, format = "int64"))
  public EventPage events(
      @PathParam("id") UUID id,
      @Parameter(schema = @Schema(type = SchemaType.INTEGER, minimum = "0", defaultValue = "0"))
          @QueryParam("after")
          @Nullable String after,
      @Parameter(
              schema =
                  @Schema(
                      type = SchemaType.INTEGER,
                      minimum = "1",
                      maximum = "" + MAX_EVENTS,
                      defaultValue = "" + DEFAULT_EVENTS))
          @QueryParam("limit")
          @Nullable String limit) {
    Run run = find(id);
    runs.requireRecord(run);
    long from = Parameters.number("after", after, 0, 0, run.lastSequence());
    int most = (int) Parameters.number("limit", limit, DEFAULT_EVENTS, 1, MAX_EVENTS);
    List<Recorded> events = journal.read(id, journal.position(id, from), most);
    events.forEach(event -> requireTenant(run, event));
    return new EventPage(
        events.stream().map(EventView::of).toList(),
        events.isEmpty() ? from : events.getLast().sequence());
  }

  /** The row names the tenant, and is not sealed; the event does, and is. */
  private static void requireTenant(Run run, Recorded event) {
    if (!event.tenant().equals(run.tenant())) {
      throw new BrokenRecord(run.id(), "tenant", run.tenant(), event.tenant());
    }
  }

  /** Ends a run that nobody holds at once, and has the holder of a running one end it. */
  @POST
  @Path("{id}:cancel")
  @Operation(
      summary = "Cancel a run; whoever carries it out stops behind the step in hand",
      description =
          "Where tools of the run can undo, the answer has a link `undo-plan`: what it did, to look"
              + " at and to take back once it has ended.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  @RolesAllowed("operator")
  public Response cancel(
      @PathParam("id") UUID id, @Valid @Nullable ActionRequest request, @Context UriInfo uri) {
    find(id);
    if (!queue.cancel(id, new RunEvent.RunCancelled(caller.name(), reason(request).orElse("")))) {
      throw ended(id);
    }
    if (find(id).status() == RunStatus.CANCELLED) {
      workers.dismiss(id); // else whoever holds the run does
    }
    Run run = find(id);
    var response = Response.accepted(RunView.of(run)).location(Addresses.of(run, uri));
    undo.offer(run, 0, uri).ifPresent(plan -> response.link(plan, "undo-plan"));
    return response.build();
  }

  /** Returns the runs to which a run has delegated. */
  @GET
  @Path("{id}/children")
  @Operation(summary = "List the runs that work or worked for a run, the oldest first")
  @APIResponseSchema(RunList.class)
  public RunList children(@PathParam("id") UUID id) {
    find(id);
    return new RunList(
        runs.find(caller.tenant(), workers.of(caller.tenant(), id)).stream()
            .sorted(Comparator.comparing(Run::createdAt).thenComparing(Run::id))
            .map(RunView::of)
            .toList());
  }

  /** Lets a run rest until it is resumed; what it waits for meanwhile is not lost. */
  @POST
  @Path("{id}:pause")
  @Operation(summary = "Pause a run; whoever carries it out stops behind the step in hand")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  @RolesAllowed("operator")
  public Response pause(
      @PathParam("id") UUID id, @Valid @Nullable ActionRequest request, @Context UriInfo uri) {
    find(id);
    if (!queue.pause(id, new RunEvent.RunPaused(caller.name(), reason(request), clock.instant()))) {
      throw ended(id);
    }
    return accepted(id, uri);
  }

  /** Has a paused run go on, at the exact step, or withdraws a pause that has not come about. */
  @POST
  @Path("{id}:resume")
  @Operation(
      summary = "Resume a PAUSED run at the step that was next",
      description =
          "Withdraws a pause that has not come about. Has a run that is WAITING for migration try"
              + " again at once whether a server has what it keeps, and one that is WAITING for"
              + " loop go on as it was.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  @RolesAllowed("operator")
  public Response resume(
      @PathParam("id") UUID id, @Valid @Nullable ActionRequest request, @Context UriInfo uri) {
    access.checkActing(find(id), caller.role());
    if (!queue.resume(
        id, new RunEvent.RunResumed(caller.name(), reason(request), clock.instant()))) {
      throw new Refusal(
          ProblemType.RUN_NOT_PAUSED,
          "Run %s is %s; only one that is PAUSED, is about to be, or waits for migration or loop can be resumed."
              .formatted(id, find(id).status()));
    }
    return accepted(id, uri);
  }

  /** Has a run that failed go on; what it had done stays done. */
  @POST
  @Path("{id}:retry")
  @Operation(
      summary = "Retry a FAILED or DEAD_LETTER run from the step that failed, with fresh limits")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  @RolesAllowed("operator")
  public Response retry(
      @PathParam("id") UUID id, @Valid @Nullable ActionRequest request, @Context UriInfo uri) {
    find(id);
    if (lost.isLost(id)) {
      throw new Refusal(
          ProblemType.RUN_NOT_DURABLE,
          "Run %s was submitted as not durable, and its record is lost: there is nothing to go on from."
              .formatted(id));
    }
    access.checkActing(find(id), caller.role());
    var retried = new RunEvent.RunRetried(caller.name(), clock.instant(), reason(request));
    if (!queue.retry(id, retried)) {
      throw new Refusal(
          ProblemType.RUN_NOT_FAILED,
          "Run %s is %s; only one that is FAILED or DEAD_LETTER can be retried."
              .formatted(id, find(id).status()));
    }
    return accepted(id, uri);
  }

  private Refusal ended(UUID id) {
    return new Refusal(
        ProblemType.RUN_ENDED, "Run %s ended before: %s.".formatted(id, find(id).status()));
  }

  private Response accepted(UUID id, UriInfo uri) {
    Run run = find(id);
    return Response.accepted(RunView.of(run)).location(Addresses.of(run, uri)).build();
  }

  private static Optional<String> reason(@Nullable ActionRequest request) {
    return Optional.ofNullable(request).map(ActionRequest::reason);
  }

  private Run find(UUID id) {
    return runs.find(caller.tenant(), id).orElseThrow(() -> Refusal.noRun(id));
  }
}
