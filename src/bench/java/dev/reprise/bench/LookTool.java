package dev.reprise.bench;

import dev.reprise.agent.EffectClass;
import jakarta.enterprise.context.ApplicationScoped;

/** A tool without an effect. */
@ApplicationScoped
public class LookTool extends NoiseTool {

  LookTool() {
    super("look", EffectClass.READ_ONLY);
  }
}
