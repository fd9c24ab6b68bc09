package dev.reprise.api.stream;

import dev.reprise.api.batch.BatchView;
import dev.reprise.batch.Batch;
import dev.reprise.batch.store.BatchStore;
import dev.reprise.journal.Position;
import dev.reprise.platform.server.HttpEndpoints;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The open streams of batches' progress. They hold no thread: once a second a task reads the
 * batches that clients follow, and gives each stream its batch if that has changed. Tested by
 * {@code BatchPageIT}.
 */
@ApplicationScoped
class BatchStreams {

  private static final System.Logger LOG = System.getLogger(BatchStreams.class.getName());
  private static final long INTERVAL_MILLIS = 1000;

  @Resource ManagedScheduledExecutorService executor;

  private final BatchStore store;
  private final StreamSettings settings;
  private final HttpEndpoints endpoints;
  private final Clock clock;

  /** Each with the batch as its client knows it. */
  private final Map<EventStream, Batch> open = new ConcurrentHashMap<>();

  private @Nullable ScheduledFuture<?> task;
  private boolean isBlind;

  @Inject
  BatchStreams(BatchStore store, StreamSettings settings, HttpEndpoints endpoints, Clock clock) {
    this.store = store;
    this.settings = settings;
    this.endpoints = endpoints;
    this.clock = clock;
  }

  void start(@Observes Startup unused) {
    task =
        executor.scheduleWithFixedDelay(
            this::feed, INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
  }

  @PreDestroy
  void close() {
    Optional.ofNullable(task).ifPresent(it -> it.cancel(false));
    open.keySet().forEach(EventStream::drop);
  }

  /** Feeds a stream whose client is told of this batch first. */
  void add(EventStream stream, Batch batch) {
    open.put(stream, batch);
  }

  /** Returns the id of the event that tells of a batch as it is. */
  static String id(Batch batch) {
    return batch.status() + "-" + batch.totals().lastNumber();
  }

  static byte[] text(Batch batch, Instant now) {
    return ServerSentEvents.numbered(
        id(batch), "batch", BatchView.of(batch, Optional.empty(), now));
  }

  private void feed() {
    open.keySet().removeIf(EventStream::isClosed);
    if (open.isEmpty()) {
      return;
    }
    Instant now = clock.instant();
    try {
      Map<UUID, Optional<Batch>> read = new HashMap<>();
      open.forEach(
          (stream, known) ->
              feed(stream, known, read.computeIfAbsent(known.id(), store::find), now));
      isBlind = false;
    } catch (RuntimeException e) {
      if (!isBlind) {
        LOG.log(
            Level.WARNING,
            "streams of batches: the database does not answer; read again each second until it does",
            e);
      }
      isBlind = true;
    }
    open.keySet().forEach(stream -> stream.heartbeatOrDrop(settings.maxStall));
  }

  private void feed(EventStream stream, Batch known, Optional<Batch> found, Instant now) {
    if (found.isPresent() && !found.get().equals(known) && stream.status().wantsMore()) {
      stream.offer(StreamChunk.at(Position.START, text(found.get(), now)));
      open.put(stream, found.get());
    }
    boolean isOver =
        found.isEmpty() || (found.get().status().isEnded() && found.get().equals(open.get(stream)));
    if (isOver || !endpoints.areOpen() || stream.opened().plus(settings.life).isBefore(now)) {
      stream.complete();
    }
  }
}
