package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import dev.reprise.server.Http;
import dev.reprise.server.RecordedEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Follows a run's event stream to its end and misses nothing. After each break it reconnects to the
 * next server and names the last event that it saw.
 */
final class EventStreamReader {

  private static final Duration BEFORE_COMING_BACK = Duration.ofMillis(200);
  private static final String DATA = "data: ";

  private final UUID run;
  private final List<Site> servers;
  private final HttpClient client = Http.trustingClient();
  private final List<RecordedEvent> seen = new CopyOnWriteArrayList<>();
  private final List<JsonNode> live = new CopyOnWriteArrayList<>();
  private final Thread thread;

  private EventStreamReader(UUID run, List<Site> servers) {
    this.run = run;
    this.servers = List.copyOf(servers);
    this.thread = Thread.ofVirtual().unstarted(this::follow);
  }

  static EventStreamReader start(UUID run, List<Site> servers) {
    var reader = new EventStreamReader(run, servers);
    reader.thread.start();
    return reader;
  }

  /** Returns the parts of replies that the stream sent while the model produced them. */
  List<JsonNode> live() {
    return live;
  }

  /** Returns the events of the journal that the stream sent. */
  List<RecordedEvent> seen() {
    return seen;
  }

  /** Checks that the reader reached the end and saw all events of the journal in order. */
  void assertSawAll(List<RecordedEvent> journal) throws InterruptedException {
    assertThat(thread.join(Duration.ofSeconds(60))).as("the stream of run %s ends", run).isTrue();
    assertThat(seen).as("the events streamed of run %s", run).isEqualTo(journal);
  }

  private void follow() {
    try {
      for (int visit = 0; !isOver(servers.get(visit % servers.size())); visit++) {
        Thread.sleep(BEFORE_COMING_BACK);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads a line of a block; an empty line ends the block. */
  private void read(String line, List<String> block) {
    if (!line.isEmpty()) {
      block.add(line);
      return;
    }
    for (String data : block) {
      if (data.startsWith(DATA)) {
        JsonNode json = Json.read(data.substring(DATA.length()));
        if (block.getFirst().startsWith("id: ")) {
          seen.add(RecordedEvent.of(json));
        } else if (block.getFirst().startsWith("event: model.")) { // and not for the snapshot
          live.add(json);
        }
      }
    }
    block.clear();
  }

  /**
   * Reads until the stream breaks; returns whether the server says that there are no more events.
   */
  private boolean isOver(Site site) throws InterruptedException {
    long last = seen.isEmpty() ? 0 : seen.getLast().sequence();
    var request =
        HttpRequest.newBuilder(site.server().httpsUri().resolve("api/v1/runs/" + run + "/events"))
            .header("Authorization", site.server().credentials().basic("operator"))
            .header("Accept", "text/event-stream")
            .header("Last-Event-ID", Long.toString(last))
            .build();
    try {
      var response = client.send(request, BodyHandlers.ofLines());
      try (var lines = response.body()) {
        if (response.statusCode() == 200) {
          var block = new ArrayList<String>();
          lines.forEach(line -> read(line, block));
        }
      }
      return response.statusCode() == 204;
    } catch (IOException | UncheckedIOException e) {
      return false; // the server is down for now
    }
  }
}
