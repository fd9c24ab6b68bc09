package dev.reprise.execution.model;

import dev.reprise.agent.ModelChoice;
import dev.reprise.execution.guard.SharedQuotas;
import dev.reprise.operations.killswitch.KillSwitches;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.Quota;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * Whether a model may be asked for runs of an agent now: no kill switch stops it, and its quota is
 * not paused. Whatever sends a request to a model asks directly before it does; what the request
 * may cost was reserved before that.
 */
@ApplicationScoped
public class ModelGate {

  /** How long to wait before it is looked whether models are still switched off. */
  private static final Duration WHILE_SWITCHED_OFF = Duration.ofMinutes(1);

  private final KillSwitches switches;
  private final SharedQuotas quotas;
  private final Clock clock;

  @Inject
  public ModelGate(KillSwitches switches, SharedQuotas quotas, Clock clock) {
    this.switches = switches;
    this.quotas = quotas;
    this.clock = clock;
  }

  /** Returns why a model must not be asked now, and for how long; empty if it may be. */
  public Optional<Fault> refusal(String tenant, String agent, ModelChoice model) {
    return switches
        .onModelCall(tenant, agent)
        .map(
            it ->
                new Fault(FailureClass.SWITCHED_OFF, it.refusal(), Optional.of(WHILE_SWITCHED_OFF)))
        .or(() -> pauseOfQuota(tenant, model));
  }

  private Optional<Fault> pauseOfQuota(String tenant, ModelChoice model) {
    return quotas
        .pauseOf(new Quota(model.provider(), model.name(), tenant))
        .map(
            left ->
                new Fault(
                    FailureClass.RATE_LIMITED,
                    "the quota of model %s is paused until %s"
                        .formatted(model.id(), clock.instant().plus(left)),
                    Optional.of(left)));
  }
}
