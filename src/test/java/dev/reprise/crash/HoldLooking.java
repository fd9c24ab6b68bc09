package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import jakarta.enterprise.context.ApplicationScoped;

/** Hangs in a call of the effect class {@code READ_ONLY}. */
@ApplicationScoped
public class HoldLooking extends Hold {

  HoldLooking() {
    super("hold_looking", EffectClass.READ_ONLY);
  }
}
