package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.file.Path;

/** Does not hang, but ends the whole server at every call until the gate is open. */
@ApplicationScoped
public class Poison extends Hold {

  Poison() {
    super("poison", EffectClass.IDEMPOTENT);
  }

  @Override
  void hold(Path path) {
    Runtime.getRuntime().halt(1);
  }
}
