package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import jakarta.enterprise.context.ApplicationScoped;

/** Hangs in a call of the effect class {@code ONCE}. */
@ApplicationScoped
public class HoldOnce extends Hold {

  HoldOnce() {
    super("hold_once", EffectClass.ONCE);
  }
}
