package dev.reprise.execution;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpoch;
import dev.reprise.platform.Server;
import dev.reprise.run.Claims;
import dev.reprise.run.Decider;
import dev.reprise.run.Lifecycle;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Optional;

/** Lets go of runs, on every path that a job can end by. */
@ApplicationScoped
class Conclusion {

  private static final System.Logger LOG = System.getLogger(Conclusion.class.getName());

  @Inject Claims claims;
  @Inject Runs runs;
  @Inject Decider decider;
  @Inject Server server;
  @Inject Clock clock;

  /**
   * Lets go of the run with the event that says why.
   *
   * @return the job's exit status: the status that the run has now
   */
  String conclude(RunInHand run, StopCheck stop) {
    Optional<StopCause> cause = stop.cause();
    if (cause.equals(Optional.of(StopCause.CLAIM_LOST))) {
      return claimLost(run);
    }
    var lettingGo = new LettingGo(server.thisStart(), () -> wish(run));
    RunEvent event = lettingGo.event(decider.next(run.state(), clock.instant()), cause);
    try {
      run.letGo(claims, event);
    } catch (StaleEpoch e) {
      return claimLost(run);
    }
    String status = Lifecycle.statusAfter(event).orElseThrow().name();
    LOG.log(INFO, "run %s: %s".formatted(run.id(), status));
    return status;
  }

  /** Puts a run back whose job broke down, so that it is taken on again; that costs an attempt. */
  void putBack(RunInHand run) {
    if (claims.putBack(run.claim())) {
      LOG.log(ERROR, "run %s: its job broke down; queued again".formatted(run.id()));
    }
    run.forget();
  }

  private Run.CancelWish wish(RunInHand run) {
    return runs.find(run.id())
        .flatMap(Run::cancelWish)
        .orElseThrow(() -> new IllegalStateException("nobody wished to cancel " + run.id()));
  }

  private static String claimLost(RunInHand run) {
    LOG.log(
        WARNING,
        "run %s is held by someone else; this job ends and writes nothing".formatted(run.id()));
    run.forget();
    return "CLAIM_LOST";
  }
}
