package dev.reprise.execution;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.run.decision.LoopLimits;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.Config;

/**
 * When this server intervenes in runs that repeat themselves; by default as in {@link
 * LoopLimits#DEFAULT}.
 */
@ApplicationScoped
class LoopSettings {

  private static final Setting<Integer> HINT =
      Setting.of(
              "reprise.loop-guard.hint",
              SettingType.integer(0),
              Integer.toString(LoopLimits.DEFAULT.hint()))
          .means("after how many repetitions the model is told; 0 for never");
  private static final Setting<Integer> BLOCK =
      Setting.of(
              "reprise.loop-guard.block",
              SettingType.integer(0),
              Integer.toString(LoopLimits.DEFAULT.block()))
          .means(
              "after how many the repeated calls are not made any more (`repeated_call`); 0 for"
                  + " never");
  private static final Setting<Integer> ASK =
      Setting.of(
              "reprise.loop-guard.ask",
              SettingType.integer(0),
              Integer.toString(LoopLimits.DEFAULT.ask()))
          .means(
              "after how many the run waits for a person's decision, WAITING for `loop`; 0 for"
                  + " never");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("loops", HINT, BLOCK, ASK);
    }

    @Override
    public void check(Config config) {
      new LoopSettings(config);
    }
  }

  private final LoopLimits limits;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is invalid; names the property
   */
  @Inject
  LoopSettings(Config config) {
    int hint = HINT.get(config);
    int block = BLOCK.get(config);
    int ask = ASK.get(config);
    try {
      limits = new LoopLimits(hint, block, ask);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the properties reprise.loop-guard.*: " + e.getMessage(), e);
    }
  }

  /** Stops the server's start if a value is invalid, which the constructor checks. */
  void check(@Observes Startup unused) {}

  LoopLimits limits() {
    return limits;
  }
}
