package dev.reprise.bench;

import dev.reprise.agent.EffectClass;
import jakarta.enterprise.context.ApplicationScoped;

/** A tool with an effect: a call must not start before its intent is durable. */
@ApplicationScoped
public class ActTool extends NoiseTool {

  ActTool() {
    super("act", EffectClass.IDEMPOTENT);
  }
}
