package dev.reprise.execution.model;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.message.Failure;
import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.resilience.FailureClass;
import dev.reprise.run.decision.NextStep;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/** Decides when a run switches from a model that does not answer to the agent's next one. */
@ApplicationScoped
public class ModelFallback {

  private static final Setting<Duration> MAX_WAIT =
      Setting.of("reprise.fallback.patience", SettingType.duration("PT0S"), "PT30S")
          .means(
              "how long the run waits at most for a model that has a fallback, whether for its next"
                  + " attempt or for the end of a pause; if the wait would be longer, the fallback"
                  + " is called at once");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("retries", MAX_WAIT);
    }
  }

  private static final System.Logger LOG = System.getLogger(ModelFallback.class.getName());

  private final Duration maxWait;
  private final Redaction redaction;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if the value is invalid; names the property
   */
  @Inject
  ModelFallback(Config config, Redaction redaction) {
    this(MAX_WAIT.get(config), redaction);
  }

  public ModelFallback(Duration maxWait, Redaction redaction) {
    this.maxWait = maxWait;
    this.redaction = redaction;
  }

  /** Stops the server's start if a value is invalid, which the constructor checks. */
  void check(@Observes Startup unused) {}

  /**
   * Returns whether to call the next model instead of waiting for this one: its provider is not
   * called at present, or the wait would be too long.
   */
  boolean isBetterThanWaiting(NextStep.CallModel step, FailureClass kind, Duration delay) {
    return step.fallback().isPresent()
        && (kind == FailureClass.BREAKER_OPEN || delay.compareTo(maxWait) > 0);
  }

  /**
   * Returns the event that switches the run to the next model; empty if there is none, or if
   * another model would not do better after such a failure.
   */
  Optional<RunEvent> next(
      ActiveRun run, NextStep.CallModel step, FailureClass kind, Failure failure) {
    return step.fallback()
        .filter(next -> mayDoBetter(kind))
        .map(next -> fellBack(run, step, failure, next));
  }

  private RunEvent fellBack(
      ActiveRun run, NextStep.CallModel step, Failure failure, ModelChoice next) {
    LOG.log(
        WARNING,
        "run %s, phase %s, iteration %d: no reply from model %s (%s); from now on the run calls %s"
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
   * Returns whether another model may answer what one did not. It may not if the request or the
   * account is at fault, which a second bill does not solve. It may not if the model refused to
   * answer either, so that a fallback is no way around the refusal.
   */
  private static boolean mayDoBetter(FailureClass kind) {
    return switch (kind) {
      case TIMEOUT, CONNECTION, RATE_LIMITED, OVERLOADED, SERVER_ERROR, STREAM_RESET -> true;
      case EMPTY_REPLY -> true;
      case BREAKER_OPEN, CONTEXT_EXCEEDED -> true;
      case AUTHENTICATION, INVALID_REQUEST, CONTENT_REFUSED, CANCELLED -> false;
      case LEASE_UNCONFIRMED, SWITCHED_OFF -> false;
      case INTRINSIC, EXTRINSIC, ADAPTIVE, UNKNOWN -> false;
    };
  }
}
