package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import jakarta.enterprise.context.ApplicationScoped;

/** Hangs in a call of the effect class {@code IDEMPOTENT}. */
@ApplicationScoped
public class HoldAgain extends Hold {

  HoldAgain() {
    super("hold_again", EffectClass.IDEMPOTENT);
  }
}
