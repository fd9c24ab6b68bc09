package dev.reprise.bench;

import dev.reprise.agent.EffectClass;
import jakarta.enterprise.context.ApplicationScoped;

/** With an effect: it must not begin before its intent is durable. */
@ApplicationScoped
public class ActTool extends NoiseTool {

  ActTool() {
    super("act", EffectClass.IDEMPOTENT);
  }
}
