package dev.reprise.api.run;

import dev.reprise.api.http.ProblemDetail;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.stream.EventStreamFilter;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.run.history.RecordReader;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
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

/** The journal of a run, in pages. {@link EventStreamFilter} serves it as a stream. */
@Path("runs/{id}/events")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class RunEventsResource {

  private static final int DEFAULT_EVENTS = 100;
  private static final int MAX_EVENTS = 200;

  @Inject Caller caller;
  @Inject Runs runs;
  @Inject RecordReader records;

  /**
   * Events of a run, in order.
   *
   * @param nextAfter where to continue: pass it as {@code after}
   */
  public record EventPage(List<EventView> items, long nextAfter) {
    public EventPage {
      items = List.copyOf(items);
    }
  }

  /** Returns the events after another one. {@code EventStreamFilter} serves them as a stream. */
  @GET
  @Operation(
      summary = "Read a run's journal, or follow it",
      description =
          """
          A page as JSON; or, with Accept: text/event-stream, the events as they happen. A stream \
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
          @Nullable String limit) {
    Run run = runs.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
    long from = QueryParameters.number("after", after, 0, 0, run.lastSequence());
    int maxEvents = (int) QueryParameters.number("limit", limit, DEFAULT_EVENTS, 1, MAX_EVENTS);
    List<RecordedEvent> events = records.read(run, from, maxEvents);
    return new EventPage(
        events.stream().map(EventView::of).toList(),
        events.isEmpty() ? from : events.getLast().sequence());
  }
}
