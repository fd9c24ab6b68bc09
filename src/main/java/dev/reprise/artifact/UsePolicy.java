package dev.reprise.artifact;

import dev.reprise.operations.killswitch.KillSwitch;
import java.util.Optional;

/**
 * Which generated tools agents may use at this moment.
 *
 * @param rollout as the server is configured
 * @param onStoredCode the kill switch that keeps stored code from running
 * @param onRepair the kill switch that keeps code from being repaired
 */
public record UsePolicy(
    Rollout rollout,
    TrustRules trust,
    Optional<KillSwitch> onStoredCode,
    Optional<KillSwitch> onRepair) {

  /** Returns whether stored code of a role may run. */
  public boolean mayRead(String role) {
    return mayReadAny() && (rollout != Rollout.CANARY || trust.isCanary(role));
  }

  /** Returns whether stored code of any role may run. */
  public boolean mayReadAny() {
    return rollout != Rollout.WRITE && onStoredCode.isEmpty();
  }

  /** Says why stored code may not run, if it may not. */
  public String whyNotRead() {
    return onStoredCode.map(KillSwitch::refusal).orElse("as configured");
  }

  /** Returns whether new code of a role may run before an admin has promoted it. */
  boolean mayTry(String role) {
    return trust.isCanary(role);
  }

  /** Returns whether code may be repaired. */
  boolean mayRepair() {
    return rollout == Rollout.REPAIR && onRepair.isEmpty();
  }
}
