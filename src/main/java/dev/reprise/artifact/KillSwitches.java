package dev.reprise.artifact;

/**
 * What an admin has turned off. It holds from the next call on, on all servers.
 *
 * @param readOff whether stored code does not run
 * @param repairOff whether code that must change is written anew instead of repaired
 * @param generateOnly whether both hold: each call has its own code written
 */
public record KillSwitches(boolean readOff, boolean repairOff, boolean generateOnly) {

  /** Nothing is turned off. */
  public static final KillSwitches NONE = new KillSwitches(false, false, false);
}
