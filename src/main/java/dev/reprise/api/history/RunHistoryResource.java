package dev.reprise.api.history;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.api.approval.*;
import dev.reprise.api.approval.ApprovalRecord;
import dev.reprise.api.budget.*;
import dev.reprise.api.budget.LedgerEntry;
import dev.reprise.api.http.ProblemDetail;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.JournalPage;
import dev.reprise.api.run.*;
import dev.reprise.api.run.CallerRuns;
import dev.reprise.api.run.EventView;
import dev.reprise.definition.AgentVersions;
import dev.reprise.history.EventFilter;
import dev.reprise.history.EventSearch;
import dev.reprise.history.PastStates;
import dev.reprise.history.RecordPage;
import dev.reprise.history.RecordReader;
import dev.reprise.history.RunCheckpoint;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.ParameterIn;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jspecify.annotations.Nullable;

/**
 * A run's journal, in pages, and views of it: its checkpoints, what changed, what was approved and
 * what was spent. {@code EventStreamFilter} serves the journal as a stream. Tested by {@code
 * RunRecordViewsIT}.
 */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class RunHistoryResource {

  private static final int DEFAULT_EVENTS = 100;
  private static final int MAX_EVENTS = 200;

  @Inject Caller caller;
  @Inject CallerRuns ownRuns;
  @Inject Runs runs;
  @Inject AgentVersions versions;
  @Inject RecordReader records;
  @Inject EventSearch search;
  @Inject PastStates states;

  /** Returns the checkpoints after an event. */
  @GET
  @Path("runs/{id}/checkpoints")
  @Operation(
      summary = "List the points of a run between its steps",
      description =
          "The beginning and end of each phase, the end of each iteration, and each copy of the state"
              + " in the run's own record. A run can be forked at each of them, as at any other event."
              + " A page may be empty although more follows.")
  public JournalPage<RunCheckpoint> checkpoints(
      @PathParam("id") UUID id,
      @Parameter(schema = @Schema(type = SchemaType.INTEGER, minimum = "0", defaultValue = "0"))
          @QueryParam("after")
          @Nullable String after) {
    RecordPage page = page(id, after).untilLastReply();
    return new JournalPage<>(RunCheckpoint.in(page.events()), page.nextAfter());
  }

  /** Returns what the run was after an event. */
  @GET
  @Path("runs/{id}/checkpoints/{sequence}")
  @Operation(
      summary = "Show what a run was after one of its events",
      description =
          "The state that a fork at the event begins with. Each event of the run can be named, not"
              + " only those in the list.")
  public StateView checkpoint(
      @PathParam("id") UUID id,
      @Parameter(schema = @Schema(type = SchemaType.INTEGER, format = "int64", minimum = "1"))
          @PathParam("sequence")
          String sequence) {
    Run run = ownRuns.find(id);
    runs.requireRecord(run);
    long at = QueryParameters.number("sequence", sequence, 1, 1, run.lastSequence());
    return StateView.of(states.at(run, versions.load(run.tenant(), run.agentVersion()), at));
  }

  @GET
  @Path("runs/{id}/difference")
  @Operation(
      summary = "Show what changed in a run from one of its events to a later one",
      description =
          "The states after both events, and what the run did and spent in between, without what"
              + " happened at `from` itself. Without `from` it is the first event of the run, without"
              + " `to` the newest.")
  public DifferenceView difference(
      @PathParam("id") UUID id,
      @Parameter(
              schema =
                  @Schema(
                      type = SchemaType.INTEGER,
                      format = "int64",
                      minimum = "1",
                      defaultValue = "1"))
          @QueryParam("from")
          @Nullable String from,
      @Parameter(schema = @Schema(type = SchemaType.INTEGER, format = "int64", minimum = "1"))
          @QueryParam("to")
          @Nullable String to) {
    Run run = ownRuns.find(id);
    runs.requireRecord(run);
    long newest = run.lastSequence();
    long first = QueryParameters.number("from", from, 1, 1, newest);
    long last = QueryParameters.number("to", to, newest, first, newest);
    AgentDefinition agent = versions.load(run.tenant(), run.agentVersion());
    return DifferenceView.of(
        states.at(run, agent, first), states.at(run, agent, last), states.steps(run, first, last));
  }

  /** Returns what a run's journal says about approvals after an event. */
  @GET
  @Path("runs/{id}/approvals")
  @Operation(
      summary = "Read which calls of a run were allowed, by whom and why",
      description =
          "Each entry is a call of a tool or a model of which people were asked, or whose expected cost was checked, as the"
              + " run's own journal has it. A fork has nothing of its parent. A page may be empty"
              + " although more follows. A call of the newest reply may change until it has a result.")
  public JournalPage<ApprovalRecord> approvals(
      @PathParam("id") UUID id,
      @Parameter(schema = @Schema(type = SchemaType.INTEGER, minimum = "0", defaultValue = "0"))
          @QueryParam("after")
          @Nullable String after) {
    RecordPage page = page(id, after).untilLastReply();
    return new JournalPage<>(ApprovalRecord.in(page.events()), page.nextAfter());
  }

  /** Returns what a run spent after an event. */
  @GET
  @Path("runs/{id}/ledger")
  @Operation(
      summary = "Read what a run spent, call by call",
      description =
          "Each entry is an event of the run's own journal. A fork's ledger has nothing of its parent,"
              + " and child runs have one entry each. A page may be empty although more follows.")
  public JournalPage<LedgerEntry> ledger(
      @PathParam("id") UUID id,
      @Parameter(schema = @Schema(type = SchemaType.INTEGER, minimum = "0", defaultValue = "0"))
          @QueryParam("after")
          @Nullable String after) {
    RecordPage page = page(id, after);
    return new JournalPage<>(
        page.events().stream().flatMap(event -> LedgerEntry.of(event).stream()).toList(),
        page.nextAfter());
  }

  private RecordPage page(UUID id, @Nullable String after) {
    Run run = ownRuns.find(id);
    long from = QueryParameters.number("after", after, 0, 0, run.lastSequence());
    return records.page(run, from);
  }

  /**
   * Events of a run, in order.
   *
   * @param nextAfter where to continue: pass it as {@code after}
   */
  public record EventPage(List<EventView> items, long nextAfter) {
    public EventPage {
      items = List.copyOf(items);
    }

    private static EventPage of(List<RecordedEvent> events, long last) {
      return new EventPage(events.stream().map(EventView::of).toList(), last);
    }
  }

  /** Returns the events after another one. {@code EventStreamFilter} serves them as a stream. */
  @GET
  @Path("runs/{id}/events")
  @Operation(
      summary = "Read a run's journal, or follow it",
      description =
          """
          A page as JSON; or, with Accept: text/event-stream, the events as they happen. A page \
          of a search (`q`, `type`, `tool`, `faults`) ends after so much reading, and may be empty \
          although more follows: there is no other event when `nextAfter` is `after`. A stream \
          begins with an event `snapshot` without an id: the run as GET shows it, and in `sequence` \
          the newest event that it includes. The events after the one that Last-Event-ID or `after` \
          names follow, each with its sequence as id and its type as event. None is left out, and \
          one may come twice. A stream ends with its run. It ends earlier if the client takes \
          nothing, if the stream is five minutes old, or if the server stops. The client then \
          reconnects with Last-Event-ID, to any server, and has to log in again.\
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
      description = "Streams only: the run has ended, and the client has seen all its events")
  @APIResponse(
      responseCode = "503",
      description =
          "Streams only: the server is full or shutting down; Retry-After says when to try again",
      content =
          @Content(
              mediaType = ProblemDetail.JSON,
              schema = @Schema(implementation = ProblemDetail.class)))
  @Parameter(
      name = "Last-Event-ID",
      in = ParameterIn.HEADER,
      description = "Streams only: the id of the last event that the client saw",
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
          @Nullable String limit,
      @BeanParam EventQuery query) {
    Run run = ownRuns.find(id);
    long from = QueryParameters.number("after", after, 0, 0, run.lastSequence());
    int maxEvents = (int) QueryParameters.number("limit", limit, DEFAULT_EVENTS, 1, MAX_EVENTS);
    EventFilter filter = query.filter();
    if (!filter.findsAll()) {
      EventSearch.Found found = search.find(run, from, filter, maxEvents);
      return EventPage.of(found.events(), found.last());
    }
    List<RecordedEvent> events = records.read(run, from, maxEvents);
    return EventPage.of(events, events.isEmpty() ? from : events.getLast().sequence());
  }
}
