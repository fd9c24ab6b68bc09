package dev.reprise.api;

import static java.util.stream.Collectors.groupingBy;

import dev.reprise.journal.Journal;
import dev.reprise.journal.JournalUnavailable;
import dev.reprise.journal.Position;
import dev.reprise.journal.Recorded;
import dev.reprise.run.Runs;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Feeds all open streams of this server. One task looks four times a second which of the followed
 * runs have gone on, in one query, whatever server they are on; streams hold no thread.
 */
@ApplicationScoped
class EventStreams {

  private static final System.Logger LOG = System.getLogger(EventStreams.class.getName());
  private static final long INTERVAL_MILLIS = 250;

  /** How many events wait in memory for one client. */
  private static final int PAGE = 20;

  @Resource ManagedScheduledExecutorService executor;
  @Inject Runs runs;
  @Inject Journal journal;
  @Inject Clock clock;

  /** How many streams this server keeps open. */
  @Inject
  @ConfigProperty(name = "reprise.streams.max", defaultValue = "200")
  int max;

  private final Set<EventStream> open = ConcurrentHashMap.newKeySet();
  private Optional<ScheduledFuture<?>> ticking = Optional.empty();
  private boolean isBlind;

  void start(@Observes Startup unused) {
    ticking =
        Optional.of(
            executor.scheduleWithFixedDelay(
                this::tick, INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS));
  }

  @PreDestroy
  void close() {
    ticking.ifPresent(tick -> tick.cancel(false));
    open.forEach(EventStream::drop);
  }

  /**
   * Checks that there is room for one more.
   *
   * @throws Refusal if there is not
   */
  public void requireRoom() {
    open.removeIf(EventStream::isClosed);
    if (open.size() >= max) {
      throw new Refusal(
          ProblemType.TOO_MANY_STREAMS, "This server keeps %d streams open.".formatted(max));
    }
  }

  public void add(EventStream stream) {
    open.add(stream);
  }

  void tick() {
    open.removeIf(EventStream::isClosed);
    if (open.isEmpty()) {
      return;
    }
    try {
      feed(open.stream().collect(groupingBy(EventStream::run)));
      isBlind = false;
    } catch (RuntimeException e) {
      if (!isBlind) {
        LOG.log(Level.WARNING, "event streams stand still until the database answers", e);
      }
      isBlind = true;
    }
    open.forEach(stream -> stream.tend(clock.instant()));
  }

  private void feed(Map<UUID, List<EventStream>> byRun) {
    for (Runs.Head head : runs.heads(byRun.keySet())) {
      for (EventStream stream : byRun.getOrDefault(head.run(), List.of())) {
        try {
          feed(stream, head);
        } catch (JournalUnavailable e) {
          throw e;
        } catch (RuntimeException e) {
          LOG.log(
              Level.ERROR, "a stream of run %s ends: it cannot be read".formatted(head.run()), e);
          stream.drop();
        }
      }
    }
  }

  private void feed(EventStream stream, Runs.Head head) {
    if (!stream.wantsMore()) {
      return;
    }
    Position seen = stream.position();
    if (seen.sequence() < head.sequence()) {
      List<Recorded> events = journal.read(head.run(), seen, PAGE);
      stream.add(events, clock.instant());
    }
    // status and sequence are of one row: an ended run whose newest event is read has told all
    if (head.status().isEnded() && stream.position().sequence() >= head.sequence()) {
      stream.complete();
    }
  }
}
