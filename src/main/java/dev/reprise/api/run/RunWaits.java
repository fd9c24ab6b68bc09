package dev.reprise.api.run;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.stream.Collectors.toSet;

import dev.reprise.platform.SharedPermits;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.SqlErrors;
import dev.reprise.platform.server.HttpEndpoints;
import dev.reprise.queue.row.JournalHeads;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.state.RunStatus;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.Config;

/**
 * Clients that wait for runs. None of them holds a thread: one query tells of all their runs, which
 * any server may carry out.
 */
@ApplicationScoped
public class RunWaits {

  private static final System.Logger LOG = System.getLogger(RunWaits.class.getName());
  private static final Duration INTERVAL = Duration.ofMillis(100);

  /** How many clients wait; further ones, and those beyond the share of their tenant, do not. */
  private static final int MOST = 1_000;

  private static final Set<RunStatus> GOES_ON = Set.of(RunStatus.QUEUED, RunStatus.RUNNING);

  @Resource ManagedScheduledExecutorService executor;

  private final Runs runs;
  private final JournalHeads heads;
  private final HttpEndpoints endpoints;
  private final Clock clock;
  private final SharedPermits permits;
  private final Set<Waiting> all = ConcurrentHashMap.newKeySet();
  private Optional<ScheduledFuture<?>> task = Optional.empty();

  @Inject
  RunWaits(Runs runs, JournalHeads heads, HttpEndpoints endpoints, Clock clock, Config config) {
    this.runs = runs;
    this.heads = heads;
    this.endpoints = endpoints;
    this.clock = clock;
    this.permits = SharedPermits.usual(config, MOST);
  }

  private record Waiting(
      Run first, Instant until, SharedPermits.Permit permit, CompletableFuture<Run> answer) {}

  /**
   * Waits until a run has ended, waits for something or is paused, or the time is over.
   *
   * @param by who waits
   * @return the run as it is then; erased runs as they were; empty if too many clients wait
   */
  Optional<CompletionStage<Run>> settled(SharedPermits.Owner by, Run run, Duration time) {
    if (!GOES_ON.contains(run.status())) {
      return Optional.of(CompletableFuture.completedFuture(run));
    }
    return permits.take(by).map(permit -> wait(run, time, permit));
  }

  private CompletionStage<Run> wait(Run run, Duration time, SharedPermits.Permit permit) {
    var waiting = new Waiting(run, clock.instant().plus(time), permit, new CompletableFuture<>());
    all.add(waiting);
    return waiting.answer();
  }

  void start(@Observes Startup unused) {
    long millis = INTERVAL.toMillis();
    task = Optional.of(executor.scheduleWithFixedDelay(this::look, millis, millis, MILLISECONDS));
  }

  private void look() {
    List<Waiting> now = List.copyOf(all);
    if (now.isEmpty()) {
      return;
    }
    try {
      Set<UUID> going =
          heads.of(now.stream().map(it -> it.first().id()).distinct().toList()).stream()
              .filter(head -> GOES_ON.contains(head.status()))
              .map(JournalHeads.Head::run)
              .collect(toSet());
      Instant time = endpoints.areOpen() ? clock.instant() : Instant.MAX;
      now.stream()
          .filter(it -> !going.contains(it.first().id()) || time.isAfter(it.until()))
          .forEach(it -> answer(it, () -> runs.find(it.first().id()).orElse(it.first())));
    } catch (RuntimeException e) {
      if (e instanceof DatabaseException it && it.is(SqlErrors::isRolledBack)) {
        LOG.log(DEBUG, "clients that wait for runs: a deadlock; the next look reads the same", e);
        return;
      }
      LOG.log(WARNING, "clients that wait for runs get a response now: the runs cannot be read", e);
      now.forEach(it -> answer(it, it::first));
    }
  }

  /** Responds on another thread, because a response reads the run and folds its record. */
  private void answer(Waiting waiting, Supplier<Run> run) {
    all.remove(waiting);
    waiting.permit().close();
    waiting.answer().completeAsync(run, executor);
  }

  @PreDestroy
  void stop() {
    task.ifPresent(it -> it.cancel(false));
    // on this thread, because the executor may accept no more tasks
    all.forEach(it -> it.answer().complete(it.first()));
  }
}
