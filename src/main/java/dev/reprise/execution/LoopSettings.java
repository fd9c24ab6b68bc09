package dev.reprise.execution;

import dev.reprise.run.decision.LoopLimits;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.Config;

/**
 * When this server intervenes in runs that repeat themselves: {@code reprise.loop-guard.hint},
 * {@code .block} and {@code .ask}, instead of {@link LoopLimits#DEFAULT}.
 */
@ApplicationScoped
class LoopSettings {

  private static final String PREFIX = "reprise.loop-guard.";

  private final LoopLimits limits;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is invalid; names the property
   */
  @Inject
  LoopSettings(Config config) {
    int hint = value(config, "hint", LoopLimits.DEFAULT.hint());
    int block = value(config, "block", LoopLimits.DEFAULT.block());
    int ask = value(config, "ask", LoopLimits.DEFAULT.ask());
    try {
      limits = new LoopLimits(hint, block, ask);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("the properties " + PREFIX + "*: " + e.getMessage(), e);
    }
  }

  private static int value(Config config, String name, int otherwise) {
    return config.getOptionalValue(PREFIX + name, Integer.class).orElse(otherwise);
  }

  /** Stops the server's start if a value is invalid, which the constructor checks. */
  void check(@Observes Startup unused) {}

  LoopLimits limits() {
    return limits;
  }
}
