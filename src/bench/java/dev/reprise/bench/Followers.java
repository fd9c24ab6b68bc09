package dev.reprise.bench;

import dev.reprise.server.JsonClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Clients with an event stream each, and how late they receive events. */
record Followers(List<HttpResponse<Stream<String>>> streams, Queue<Arrival> arrivals)
    implements AutoCloseable {

  private static final Pattern AT = Pattern.compile("\"at\":\"([^\"]+)\"");

  /** The arrival of an event at one of the clients. */
  record Arrival(Instant recorded, Instant seen) {

    private double latency() {
      return Seconds.between(recorded, seen);
    }
  }

  /** Opens this many streams of these runs in turn, each after the run's newest event. */
  static Followers open(Clients clients, List<UUID> runs, int count) throws Exception {
    JsonClient http = clients.server().runs().http();
    List<HttpResponse<Stream<String>>> opened =
        clients.all(
            IntStream.range(0, count).mapToObj(i -> () -> open(http, runs.get(i % runs.size()))));
    var followers = new Followers(opened, new ConcurrentLinkedQueue<>());
    opened.forEach(stream -> Thread.ofVirtual().start(() -> followers.follow(stream)));
    return followers;
  }

  private static HttpResponse<Stream<String>> open(JsonClient http, UUID run) throws Exception {
    long after = http.get("api/v1/runs/" + run).path("lastSequence").asLong();
    var path = "api/v1/runs/%s/events?after=%d".formatted(run, after);
    var request =
        HttpRequest.newBuilder(http.base().resolve(path))
            .header("Authorization", http.credentials().basic(http.user()))
            .header("Accept", "text/event-stream")
            .build();
    var response = http.client().send(request, BodyHandlers.ofLines());
    if (response.statusCode() != 200) {
      throw new IOException("no stream of run %s: %d".formatted(run, response.statusCode()));
    }
    return response;
  }

  private void follow(HttpResponse<Stream<String>> stream) {
    try {
      stream
          .body()
          .dropWhile(line -> !line.startsWith("id: "))
          .filter(line -> line.startsWith("data: "))
          .forEach(this::see);
    } catch (UncheckedIOException e) {
      // the stream was closed
    }
  }

  private void see(String event) {
    Instant seen = Instant.now();
    Matcher at = AT.matcher(event);
    if (at.find()) {
      arrivals.add(new Arrival(Instant.parse(at.group(1)), seen));
    }
  }

  /** Returns the latencies of events within this time, in seconds and in ascending order. */
  List<Double> latencies(Duration time) throws InterruptedException {
    arrivals.clear();
    Instant begin = Instant.now();
    Thread.sleep(time);
    return new ArrayList<>(arrivals)
        .stream()
            .filter(arrival -> arrival.recorded().isAfter(begin))
            .map(Arrival::latency)
            .sorted()
            .toList();
  }

  @Override
  public void close() {
    streams.forEach(stream -> stream.body().close());
  }
}
