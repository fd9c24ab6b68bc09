package dev.reprise.execution;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.queue.QueueReservations;
import dev.reprise.queue.RunQueue;
import dev.reprise.queue.row.RunRow;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Reserves the runs that a server starts next: ordinary ones, or one that must be alone because
 * servers died with it, see {@link dev.reprise.run.decision.ProcessDeaths}.
 *
 * <p>An idle server starts such a run at once. If no server is idle for a while, one reserves it,
 * starts nothing else, hands its other runs over after their current step, and then starts it.
 * Between two such runs, ordinary ones have the server for a while. One thread at a time uses an
 * object of this class.
 */
@ApplicationScoped
public class ExclusiveStarts {

  private static final System.Logger LOG = System.getLogger(ExclusiveStarts.class.getName());

  /** How long a run waits for an idle server, and ordinary runs have between two such runs. */
  private static final Duration TURN = Duration.ofSeconds(10);

  private static final Duration LOOK = Duration.ofSeconds(1);

  private final RunQueue queue;
  private final QueueReservations reservations;
  private final ActiveRuns active;
  private final EngineSettings settings;
  private final ServerIdentity server;
  private final Clock clock;

  /** The reserved run that starts as soon as this server holds no other. */
  private Optional<RunRow> waiting = Optional.empty();

  private boolean wasAlone;

  /** When a run that waits for an idle server was looked for; not at each poll. */
  private Instant lastLook = Instant.MIN;

  private Instant ordinaryUntil = Instant.MIN;

  @Inject
  public ExclusiveStarts(
      RunQueue queue,
      QueueReservations reservations,
      ActiveRuns active,
      EngineSettings settings,
      ServerIdentity server,
      Clock clock) {
    this.queue = queue;
    this.reservations = reservations;
    this.active = active;
    this.settings = settings;
    this.server = server;
    this.clock = clock;
  }

  /**
   * Reserves the runs to start now. No run may be alone on this server when it is called.
   *
   * @param places the greatest number of runs to start
   */
  public List<RunRow> reserve(int places) {
    if (wasAlone) {
      wasAlone = false;
      ordinaryUntil = clock.instant().plus(TURN);
    }
    Instant now = clock.instant();
    if (waiting.isEmpty() && !now.isBefore(ordinaryUntil) && isLookDue(now)) {
      lastLook = now;
      waiting = reserveAlone();
    }
    if (waiting.isPresent()) {
      return startable();
    }
    List<RunRow> due = queue.reserve(server.thisStart(), settings.lease, places);
    if (due.isEmpty() && isIdle()) {
      waiting = reserveAlone();
      return startable();
    }
    return due;
  }

  /** At once if the clock was set back. */
  private boolean isLookDue(Instant now) {
    return now.isBefore(lastLook) || !now.minus(LOOK).isBefore(lastLook);
  }

  private boolean isIdle() {
    return active.count() == 0;
  }

  private Optional<RunRow> reserveAlone() {
    Optional<RunRow> next =
        reservations.takeAlone(server.thisStart(), settings.lease, isIdle() ? Duration.ZERO : TURN);
    next.ifPresent(
        run ->
            LOG.log(
                WARNING,
                "run %s: %d servers have died with it, so it starts alone; %d other runs of this server are handed over first"
                    .formatted(run.id(), run.holderFailures().deaths().total(), active.count())));
    return next;
  }

  private List<RunRow> startable() {
    waiting = waiting.filter(it -> reservations.keep(it.id(), server.thisStart(), settings.lease));
    if (waiting.isPresent() && !isIdle()) {
      active.drain();
      return List.of();
    }
    List<RunRow> next = waiting.stream().toList();
    wasAlone = !next.isEmpty();
    waiting = Optional.empty();
    return next;
  }
}
