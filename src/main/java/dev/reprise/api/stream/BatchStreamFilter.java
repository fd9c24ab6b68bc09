package dev.reprise.api.stream;

import dev.reprise.api.http.AcceptHeader;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemWriter;
import dev.reprise.api.identity.Caller;
import dev.reprise.batch.Batch;
import dev.reprise.batch.store.BatchStore;
import dev.reprise.journal.Position;
import jakarta.inject.Inject;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers {@code GET /api/v1/batches/{id}/events} as a stream of server-sent events, unless the
 * client accepts only something else. A filter for the reason of {@link EventStreamFilter}. Tested
 * by {@code BatchPageIT}.
 */
public class BatchStreamFilter extends HttpFilter {
  private static final Pattern EVENTS = Pattern.compile("/api/v1/batches/([^/]+)/events");

  @Inject transient Caller caller;
  @Inject transient BatchStore store;
  @Inject transient EventStreams places;
  @Inject transient BatchStreams streams;
  @Inject transient Clock clock;

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
      open(batch(events.group(1)), request, response);
    } catch (RuntimeException e) {
      ProblemWriter.write(e, request, response);
    }
  }

  private Batch batch(String id) {
    try {
      return store
          .find(caller.tenant(), UUID.fromString(id))
          .orElseThrow(() -> ProblemException.noBatch(id));
    } catch (IllegalArgumentException noUuid) {
      throw ProblemException.noBatch(id);
    }
  }

  private static boolean acceptsStream(HttpServletRequest request) {
    return AcceptHeader.of(request).accepts(ServerSentEvents.MEDIA_TYPE);
  }

  private void open(Batch batch, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String seen = Optional.ofNullable(request.getHeader("Last-Event-ID")).orElse("");
    if (batch.status().isEnded() && seen.equals(BatchStreams.id(batch))) {
      response.setStatus(HttpServletResponse.SC_NO_CONTENT); // tells the client not to reconnect
      return;
    }
    EventStreams.Place place = places.take(batch.tenant());
    try {
      begin(batch, place, request, response);
    } catch (IOException | RuntimeException e) {
      place.close();
      throw e;
    }
  }

  private void begin(
      Batch batch,
      EventStreams.Place place,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    EventStreamFilter.sendHeaders(response);
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
            places.writers());
    var start = StreamChunk.at(Position.START, BatchStreams.text(batch, clock.instant()));
    var stream = new EventStream(batch.id(), start, connection, clock);
    out.setWriteListener(stream.writer());
    streams.add(stream, batch);
  }
}
