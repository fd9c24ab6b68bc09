package dev.reprise.api.killswitch;

import dev.reprise.operations.killswitch.KillSwitch;
import java.time.Instant;

/**
 * Why something is not called now: the kill switch that holds for it.
 *
 * @param kind what the switch stops, which may be more than this
 * @param by who has set it
 */
public record SwitchedOff(KillSwitch.Kind kind, String by, String reason, Instant since) {

  public static SwitchedOff of(KillSwitch it) {
    return new SwitchedOff(it.kind(), it.by(), it.reason(), it.at());
  }
}
