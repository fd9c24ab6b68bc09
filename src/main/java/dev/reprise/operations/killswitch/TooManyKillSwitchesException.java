package dev.reprise.operations.killswitch;

/** The tenant has as many kill switches as it may. */
public class TooManyKillSwitchesException extends RuntimeException {

  TooManyKillSwitchesException(String tenant) {
    super(
        "The tenant '%s' has %d kill switches, the maximum; release one first, or stop a whole kind."
            .formatted(tenant, KillSwitches.MAX_OF_TENANT));
  }
}
