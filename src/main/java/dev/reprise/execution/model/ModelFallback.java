package dev.reprise.execution.model;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.message.Failure;
import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.FailureClass;
import dev.reprise.run.decision.NextStep;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/** Says when a run leaves a model that does not answer for the agent's next one. */
@ApplicationScoped
public class ModelFallback {

  static final String PATIENCE = "reprise.fallback.patience";

  private static final System.Logger LOG = System.getLogger(ModelFallback.class.getName());

  private Duration patience;
  private Redaction redaction;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ModelFallback() {}

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if the value cannot work; names its property
   */
  @Inject
  ModelFallback(Config config, Redaction redaction) {
    this(
        config.getOptionalValue(PATIENCE, Duration.class).orElse(Duration.ofSeconds(30)),
        redaction);
  }

  public ModelFallback(Duration patience, Redaction redaction) {
    if (patience.isNegative()) {
      throw new IllegalArgumentException(PATIENCE + " is not negative, not " + patience);
    }
    this.patience = patience;
    this.redaction = redaction;
  }

  /** Stops the start if a value cannot work, which making this bean finds out. */
  void check(@Observes Startup unused) {}

  /**
   * Returns whether the next model is asked rather than that this one is waited for: where its
   * provider is left alone, or for too long.
   */
  boolean isBetterThanWaiting(NextStep.CallModel step, FailureClass kind, Duration delay) {
    return step.fallback().isPresent()
        && (kind == FailureClass.BREAKER_OPEN || delay.compareTo(patience) > 0);
  }

  /**
   * Returns that the run goes on with the next model, if there is one that may do better behind
   * such a failure.
   */
  Optional<RunEvent> behind(
      ActiveRun run, NextStep.CallModel step, FailureClass kind, Failure failure) {
    return step.fallback()
        .filter(next -> mayDoBetter(kind))
        .map(next -> fellBack(run, step, failure, next));
  }

  private RunEvent fellBack(
      ActiveRun run, NextStep.CallModel step, Failure failure, ModelChoice next) {
    LOG.log(
        WARNING,
        "run %s, phase %s, iteration %d: no reply from model %s (%s); from now on the run asks %s"
            .formatted(
                run.id(),
                step.phase().name(),
                step.iteration(),
                step.model().id(),
                redaction.text(failure.toString()),
                next.id()));
    return new ModelEvent.FellBack(
        step.phase().name(), step.iteration(), failure, step.model().id(), next.id());
  }

  /**
   * Returns whether another model may answer what one did not. Not where the question or the
   * account is at fault, which a second bill does not mend; and not where a model refused to
   * answer, so that nobody gets by another door what the first one keeps closed.
   */
  private static boolean mayDoBetter(FailureClass kind) {
    return switch (kind) {
      case TIMEOUT, CONNECTION, RATE_LIMITED, OVERLOADED, SERVER_ERROR, STREAM_RESET -> true;
      case BREAKER_OPEN, CONTEXT_EXCEEDED -> true;
      case AUTHENTICATION, INVALID_REQUEST, CONTENT_REFUSED, CANCELLED -> false;
      case LEASE_UNCONFIRMED -> false;
      case INTRINSIC, EXTRINSIC, ADAPTIVE, UNKNOWN -> false;
    };
  }
}
