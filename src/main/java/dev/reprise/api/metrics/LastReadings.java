package dev.reprise.api.metrics;

import static java.lang.System.Logger.Level.WARNING;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * What gauges last read from the database. Another thread reads, and a collection of metrics waits
 * for it for {@link #PATIENCE} at most: a database that hangs must not hide all other metrics.
 */
final class LastReadings {

  private static final System.Logger LOG = System.getLogger(LastReadings.class.getName());

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** The gauges of one collection share what was read for the first of them. */
  private static final Duration FRESH = Duration.ofSeconds(1);

  private final Executor executor;
  private final Clock clock;
  private final Map<String, Reading> readings = new ConcurrentHashMap<>();
  private final Map<String, List<Point>> points = new ConcurrentHashMap<>();
  private Optional<Refresh> refresh = Optional.empty();
  private volatile Instant readAt;

  LastReadings(Executor executor, Clock clock) {
    this.executor = executor;
    this.clock = clock;
    this.readAt = clock.instant();
  }

  /** Reads a gauge. */
  interface Reading {
    void read(ObservableDoubleMeasurement gauge);
  }

  private record Point(double value, Attributes attributes) {}

  private record Refresh(CompletableFuture<Void> done, Instant begun) {}

  void add(String name, Reading reading) {
    readings.put(name, reading);
  }

  /** Records what was read; what was read last, if the database does not answer in time. */
  void show(String name, ObservableDoubleMeasurement gauge) {
    await(refresh());
    points.getOrDefault(name, List.of()).forEach(it -> gauge.record(it.value(), it.attributes()));
  }

  /** Returns how old that is: since all readings last succeeded, or since the start. */
  Duration age() {
    return Duration.between(readAt, clock.instant());
  }

  private synchronized Refresh refresh() {
    Instant now = clock.instant();
    Refresh current =
        refresh
            .filter(it -> !it.done().isDone() || now.isBefore(it.begun().plus(FRESH)))
            .orElseGet(() -> new Refresh(CompletableFuture.runAsync(this::readAll, executor), now));
    refresh = Optional.of(current);
    return current;
  }

  private void await(Refresh current) {
    Duration left = Duration.between(clock.instant(), current.begun().plus(PATIENCE));
    current
        .done()
        .copy()
        .completeOnTimeout(null, Math.max(0, left.toMillis()), TimeUnit.MILLISECONDS)
        .join();
  }

  private void readAll() {
    Instant begun = clock.instant();
    boolean areRead = true;
    for (Map.Entry<String, Reading> it : readings.entrySet()) {
      areRead &= read(it.getKey(), it.getValue());
    }
    if (areRead) {
      readAt = begun;
    }
  }

  private boolean read(String name, Reading reading) {
    var read = new Points();
    try {
      reading.read(read);
      points.put(name, List.copyOf(read.all));
      return true;
    } catch (RuntimeException e) {
      LOG.log(
          WARNING,
          "metric agentrun.%s: could not be read; its last state is shown".formatted(name),
          e);
      return false;
    }
  }

  /** Keeps what is recorded. */
  private static final class Points implements ObservableDoubleMeasurement {

    private final List<Point> all = new ArrayList<>();

    @Override
    public void record(double value) {
      record(value, Attributes.empty());
    }

    @Override
    public void record(double value, Attributes attributes) {
      all.add(new Point(value, attributes));
    }
  }
}
