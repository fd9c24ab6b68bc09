package dev.reprise.api.stream;

import dev.reprise.api.http.AcceptHeader;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemWriter;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.journal.Journal;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.telemetry.Telemetry;
import jakarta.inject.Inject;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers {@code GET /api/v1/runs/{id}/events} as a stream of server-sent events to clients that
 * accept one. All other requests continue to the resources.
 *
 * <p>A filter and not a resource, because only the servlet's own response can be written to without
 * blocking a thread. Tested by {@code EventStreamIT}.
 */
public class EventStreamFilter extends HttpFilter {
  private static final Pattern EVENTS = Pattern.compile("/api/v1/runs/([^/]+)/events");

  @Inject transient Caller caller;
  @Inject transient Runs runs;
  @Inject transient Journal journal;
  @Inject transient EventStreams streams;
  @Inject transient RunSnapshots snapshots;
  @Inject transient Clock clock;
  @Inject transient Telemetry telemetry;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Matcher events =
        EVENTS.matcher(request.getRequestURI().substring(request.getContextPath().length()));
    if (!request.getMethod().equals("GET") || !events.matches() || !acceptsStream(request)) {
      chain.doFilter(request, response);
      return;
    }
    try {
      open(run(events.group(1)), request, response);
    } catch (RuntimeException e) {
      ProblemWriter.write(e, request, response);
    }
  }

  /** Checks the access of a reconnecting client again, because it may have changed. */
  private Run run(String id) {
    try {
      return runs.find(caller.tenant(), UUID.fromString(id))
          .orElseThrow(() -> ProblemException.noRun(id));
    } catch (IllegalArgumentException noUuid) {
      throw ProblemException.noRun(id);
    }
  }

  private static boolean acceptsStream(HttpServletRequest request) {
    return AcceptHeader.of(request).prefers(ServerSentEvents.MEDIA_TYPE, "application/json");
  }

  private void open(Run run, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    runs.requireRecord(run);
    long after = after(request, run);
    if (run.status().isEnded() && after == run.lastSequence()) {
      response.setStatus(HttpServletResponse.SC_NO_CONTENT); // tells the client not to reconnect
      return;
    }
    EventStreams.Place place = streams.take(run.tenant());
    try {
      byte[] snapshot = ServerSentEvents.text(snapshots.of(run));
      var start = StreamChunk.at(journal.position(run.id(), after), snapshot);
      begin(run.id(), start, place, request, response);
    } catch (IOException | RuntimeException e) {
      place.close();
      throw e;
    }
  }

  /**
   * The last event that the client saw. A client that reconnects by itself sends it as a header.
   */
  private long after(HttpServletRequest request, Run run) {
    if (request.getHeader("Last-Event-ID") != null) {
      telemetry.instruments().streamReconnects.add(1);
    }
    long named =
        QueryParameters.number("after", request.getParameter("after"), 0, 0, run.lastSequence());
    return QueryParameters.number(
        "Last-Event-ID", request.getHeader("Last-Event-ID"), named, 0, run.lastSequence());
  }

  private void begin(
      UUID run,
      StreamChunk start,
      EventStreams.Place place,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    sendHeaders(response);
    AsyncContext exchange = request.startAsync(request, response);
    exchange.setTimeout(0);
    var out = response.getOutputStream();
    var connection =
        new StreamWriter.Connection(
            out,
            () -> {
              place.close();
              exchange.complete();
            },
            streams.writers());
    var stream = new EventStream(run, start, connection, clock);
    out.setWriteListener(stream.writer());
    streams.add(stream);
  }

  /** Sends the headers of a stream. */
  static void sendHeaders(HttpServletResponse response) throws IOException {
    response.setContentType(ServerSentEvents.MEDIA_TYPE);
    response.setCharacterEncoding("UTF-8");
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Accel-Buffering", "no");
    // The container ignores the first flush of a response. Without this one, that would be the
    // flush
    // after the snapshot, and the client would wait for it until something else is written.
    response.flushBuffer();
  }
}
