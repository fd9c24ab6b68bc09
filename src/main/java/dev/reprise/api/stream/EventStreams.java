package dev.reprise.api.stream;

import static java.util.Comparator.comparing;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.journal.Journal;
import dev.reprise.model.ReplyStreams;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.SqlErrors;
import dev.reprise.platform.server.HttpEndpoints;
import dev.reprise.queue.row.JournalHeads;
import dev.reprise.tool.call.LiveCallProgress;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The open streams of this server. Streams hold no thread. One task polls four times a second which
 * of the followed runs have new events, on whatever server they run. Another task sends the
 * heartbeats, so that a slow database does not delay them.
 *
 * <p>A stream ends with its run. It also ends in three cases in which its client reconnects by
 * itself: the client takes nothing, the stream is so old that the client has to log in again, or
 * the server shuts down, which would wait for it.
 *
 * <p>No tenant can take all places: each has a share, so that the others' clients find some.
 */
@ApplicationScoped
class EventStreams {

  private static final System.Logger LOG = System.getLogger(EventStreams.class.getName());
  private static final long FEED_MILLIS = 250;
  private static final long CHECK_MILLIS = 1000;

  /** How many streams that are too old end at once, so that not all clients reconnect together. */
  private static final int RENEWED_AT_ONCE = 20;

  @Resource ManagedScheduledExecutorService executor;

  private final JournalHeads heads;
  private final Journal journal;
  private final ReplyStreams live;
  private final LiveCallProgress calls;
  private final StreamSettings settings;
  private final HttpEndpoints endpoints;
  private final Clock clock;
  private final Set<Place> taken = ConcurrentHashMap.newKeySet();
  private final Set<EventStream> open = ConcurrentHashMap.newKeySet();
  private final List<ScheduledFuture<?>> tasks = new ArrayList<>();

  /** Not the container's executor, which waits for running work and starts none at a shutdown. */
  private final ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor();

  private boolean isBlind;

  @Inject
  EventStreams(
      JournalHeads heads,
      Journal journal,
      ReplyStreams live,
      LiveCallProgress calls,
      StreamSettings settings,
      HttpEndpoints endpoints,
      Clock clock) {
    this.heads = heads;
    this.journal = journal;
    this.live = live;
    this.calls = calls;
    this.settings = settings;
    this.endpoints = endpoints;
    this.clock = clock;
  }

  /** The right to keep one stream open; closing it frees the place. */
  final class Place implements AutoCloseable {

    private final String tenant;

    private Place(String tenant) {
      this.tenant = tenant;
    }

    @Override
    public void close() {
      taken.remove(this);
    }
  }

  void start(@Observes Startup unused) {
    var pump = new StreamPump(heads::of, journal, this::now);
    tasks.add(every(FEED_MILLIS, () -> feed(pump)));
    tasks.add(every(CHECK_MILLIS, this::checkClients));
  }

  private ScheduledFuture<?> every(long millis, Runnable task) {
    return executor.scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS);
  }

  @PreDestroy
  void close() {
    tasks.forEach(task -> task.cancel(false));
    open.forEach(EventStream::drop);
    writers.shutdown();
  }

  /**
   * Takes a place for one more stream of a tenant.
   *
   * @throws ProblemException if no place is free, the tenant has its share, or the server shuts
   *     down
   */
  public synchronized Place take(String tenant) {
    if (!endpoints.areOpen()) {
      throw new ProblemException(
          ProblemType.SHUTTING_DOWN,
          "This server is shutting down; send the request to another one.");
    }
    if (taken.size() >= settings.max) {
      throw new ProblemException(
          ProblemType.TOO_MANY_STREAMS,
          "This server keeps at most %d streams open, and all of them are taken."
              .formatted(settings.max));
    }
    if (taken.stream().filter(it -> it.tenant.equals(tenant)).count() >= settings.maxOfTenant) {
      throw new ProblemException(
          ProblemType.TOO_MANY_STREAMS,
          "This server keeps at most %d streams of one tenant open, and yours has taken all of them."
              .formatted(settings.maxOfTenant));
    }
    var place = new Place(tenant);
    taken.add(place);
    return place;
  }

  /** Returns the threads on which streams are written. */
  public Executor writers() {
    return writers;
  }

  public void add(EventStream stream) {
    open.add(stream);
  }

  void feed(StreamPump pump) {
    open.removeIf(EventStream::isClosed);
    if (open.isEmpty()) {
      return;
    }
    try {
      pump.feed(List.copyOf(open));
      isBlind = false;
    } catch (RuntimeException e) {
      if (e instanceof DatabaseException it && it.is(SqlErrors::isRolledBack)) {
        LOG.log(Level.DEBUG, "event streams: a deadlock; the next poll reads the same again", e);
        return;
      }
      if (!isBlind) {
        LOG.log(
            Level.WARNING,
            "event streams: the database does not answer; polled again every 250 ms until it does",
            e);
      }
      isBlind = true;
    }
  }

  void checkClients() {
    try {
      open.removeIf(EventStream::isClosed);
      if (!endpoints.areOpen()) {
        open.forEach(EventStream::complete);
      }
      Instant old = clock.instant().minus(settings.life);
      open.stream()
          .filter(stream -> stream.opened().isBefore(old))
          .sorted(comparing(EventStream::opened))
          .limit(RENEWED_AT_ONCE)
          .forEach(EventStream::complete);
      open.forEach(stream -> stream.heartbeatOrDrop(settings.maxStall));
    } catch (RuntimeException e) {
      LOG.log(
          Level.ERROR, "event streams: checking the clients failed; tried again in a second", e);
    }
  }

  private LiveSnapshot now(UUID run) {
    return new LiveSnapshot(live.of(run), calls.of(run));
  }
}
