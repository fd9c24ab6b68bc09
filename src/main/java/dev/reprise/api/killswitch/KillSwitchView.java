package dev.reprise.api.killswitch;

import dev.reprise.operations.killswitch.KillSwitch;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A kill switch that is set.
 *
 * @param name of the tool or agent; absent for other kinds
 * @param tenant for whom; {@code *} for all
 * @param known whether this server has what it names now, and has seen its tenant; if not, it stops
 *     nothing today
 */
public record KillSwitchView(
    UUID id,
    KillSwitch.Kind kind,
    Optional<String> name,
    String tenant,
    String by,
    String reason,
    Instant at,
    boolean known) {

  static KillSwitchView of(KillSwitch it, boolean known) {
    return new KillSwitchView(
        it.id(),
        it.kind(),
        Optional.of(it.name()).filter(name -> !name.isEmpty()),
        it.tenant(),
        it.by(),
        it.reason(),
        it.at(),
        known);
  }
}
