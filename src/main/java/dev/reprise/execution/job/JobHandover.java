package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.StopCheck;
import dev.reprise.execution.phase.PhaseWork;
import dev.reprise.platform.ExecutionThreads.ForLaunches;
import dev.reprise.queue.Claims;
import dev.reprise.queue.row.Claim;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Moves a run that this server executes without a job to a job. The job takes over the claim and
 * the work that has begun, so the move neither ends a step nor leaves an event. If no job takes the
 * run in time, the run continues without one: nothing that a run guarantees depends on its job.
 */
@ApplicationScoped
class JobHandover {

  private static final System.Logger LOG = System.getLogger(JobHandover.class.getName());

  /** How long a job may take to begin; normally it takes some 30 milliseconds. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final JobLauncher launcher;
  private final Claims claims;
  private final ActiveRuns active;
  private final ExecutorService launches;
  private final Duration patience;

  private final Map<UUID, Offer> offers = new ConcurrentHashMap<>();

  /**
   * Held for the first job of a start, because in a batch store on Derby, a job that takes the
   * first range of numbers of its table is refused while another job compiles its statements on
   * that table.
   */
  private final ReentrantLock first = new ReentrantLock();

  private volatile boolean warm;

  @Inject
  JobHandover(
      JobLauncher launcher,
      Claims claims,
      ActiveRuns active,
      @ForLaunches ExecutorService launches) {
    this(launcher, claims, active, launches, PATIENCE);
  }

  JobHandover(
      JobLauncher launcher,
      Claims claims,
      ActiveRuns active,
      ExecutorService launches,
      Duration patience) {
    this.launcher = launcher;
    this.claims = claims;
    this.active = active;
    this.launches = launches;
    this.patience = patience;
  }

  /**
   * A run for which a job is about to start.
   *
   * @param result what the job's own claim would have led to
   * @param taken completed with whether the job took the run
   */
  private record Offer(Claim claim, RunClaimer.Result result, CompletableFuture<Boolean> taken) {}

  /**
   * Starts a job and waits until it has taken the run. The work has no other watcher meanwhile, so
   * a stop that abandons its step withdraws the offer.
   *
   * @param before the execution of the job that the run had before
   * @param begun the work that the job continues to watch; the caller must not touch it until this
   *     method returns
   * @return whether a job has the run, so that the caller must not touch the run any more
   */
  boolean toJob(ActiveRun run, Optional<Long> before, Optional<PhaseWork> begun) {
    StopCheck stop = begun.isPresent() ? run::stopCause : Optional::empty;
    return isTaken(run.claim(), new RunClaimer.Claimed(new JobRun(run, begun)), before, stop);
  }

  /**
   * Starts a job that shows an operator why a run failed when it was claimed.
   *
   * @param before the execution of the job that the run had before
   */
  void showInJob(RunClaimer.Failed failed, Optional<Long> before) {
    isTaken(failed.claim(), failed, before, Optional::empty);
  }

  private boolean isTaken(
      Claim claim, RunClaimer.Result result, Optional<Long> before, StopCheck stop) {
    if (active.isShuttingDown()) {
      return false;
    }
    if (warm) {
      return offer(claim, result, before, stop);
    }
    first.lock();
    try {
      return offer(claim, result, before, stop);
    } finally {
      first.unlock();
    }
  }

  private boolean offer(
      Claim claim, RunClaimer.Result result, Optional<Long> before, StopCheck stop) {
    CompletableFuture<Boolean> taken =
        new CompletableFuture<Boolean>().orTimeout(patience.toMillis(), MILLISECONDS);
    var offer = new Offer(claim, result, taken);
    offers.put(claim.run(), offer);
    try {
      CompletableFuture.runAsync(() -> launcher.launch(claim.run(), before), launches)
          .exceptionally(
              failure -> {
                taken.completeExceptionally(failure);
                return null;
              });
      boolean isTaken = isTaken(taken, stop);
      warm |= isTaken;
      return isTaken;
    } catch (RejectedExecutionException e) {
      LOG.log(DEBUG, "the server takes no more work: it shuts down", e);
      active.shutDown();
      return false;
    } catch (CompletionException e) {
      String line = "run %s: no job has taken it, so it continues without one";
      if (e.getCause() instanceof TimeoutException) {
        LOG.log(WARNING, (line + " (in %s)").formatted(claim.run(), patience));
      } else {
        LOG.log(WARNING, line.formatted(claim.run()), e);
      }
      return false;
    } finally {
      offers.remove(claim.run(), offer);
    }
  }

  private static boolean isTaken(CompletableFuture<Boolean> taken, StopCheck stop) {
    while (!taken.isDone() && stop.letsStepFinish()) {
      taken
          .handle((isTaken, failure) -> true)
          .completeOnTimeout(false, StopCheck.EVERY_MILLIS, MILLISECONDS)
          .join();
    }
    taken.complete(false); // of no effect if a job has taken the run
    return taken.join();
  }

  /**
   * Gives a run to the job that was started for it.
   *
   * @param execution the job's execution
   * @return what the job's own claim would lead to; empty if no run waits for this job, which then
   *     must claim its run
   * @throws dev.reprise.platform.jdbc.DatabaseException if the database does not note the job,
   *     which then does not have the run
   */
  Optional<RunClaimer.Result> take(UUID run, long execution) {
    Offer offer = offers.get(run);
    if (offer == null) {
      return Optional.empty();
    }
    boolean isHeld = claims.moveToJob(offer.claim(), execution);
    return offer.taken().complete(isHeld) && isHeld
        ? Optional.of(offer.result())
        : Optional.empty();
  }
}
