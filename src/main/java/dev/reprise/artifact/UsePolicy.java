package dev.reprise.artifact;

/**
 * Which generated tools agents may use at this moment.
 *
 * @param rollout as the server is configured
 * @param switches as an admin has set them
 */
public record UsePolicy(Rollout rollout, TrustRules trust, KillSwitches switches) {

  /** Returns whether stored code of a role may run. */
  public boolean mayRead(String role) {
    return mayReadAny() && (rollout != Rollout.CANARY || trust.isCanary(role));
  }

  /** Returns whether stored code of any role may run. */
  public boolean mayReadAny() {
    return rollout != Rollout.WRITE && !switches.readOff() && !switches.generateOnly();
  }

  /** Returns whether new code of a role may run before an admin has promoted it. */
  boolean mayTry(String role) {
    return trust.isCanary(role);
  }

  /** Returns whether code may be repaired. */
  boolean mayRepair() {
    return rollout == Rollout.REPAIR && !switches.repairOff() && !switches.generateOnly();
  }
}
