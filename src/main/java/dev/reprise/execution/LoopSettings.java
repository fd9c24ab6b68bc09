package dev.reprise.execution;

import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.run.decision.LoopLimits;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.Config;

/**
 * When this server intervenes in runs that repeat themselves; by default as in {@link
 * LoopLimits#DEFAULT}.
 */
@Dependent
public final class LoopSettings extends SettingGroup {

  private final int hint =
      setting(
              "reprise.loop-guard.hint",
              SettingType.integer(0),
              Integer.toString(LoopLimits.DEFAULT.hint()))
          .means("after how many repetitions the model is told; 0 for never");
  private final int block =
      setting(
              "reprise.loop-guard.block",
              SettingType.integer(0),
              Integer.toString(LoopLimits.DEFAULT.block()))
          .means(
              "after how many the repeated calls are not made any more (`repeated_call`); 0 for"
                  + " never");
  private final int ask =
      setting(
              "reprise.loop-guard.ask",
              SettingType.integer(0),
              Integer.toString(LoopLimits.DEFAULT.ask()))
          .means(
              "after how many the run waits for a person's decision, WAITING for `loop`; 0 for"
                  + " never");

  public LoopSettings() {
    super("loops");
  }

  @Inject
  LoopSettings(Config config) {
    super("loops", config);
  }

  @Override
  public void check(Config config) {
    new LoopSettings(config).limits();
  }

  /**
   * Returns the limits.
   *
   * @throws IllegalArgumentException if they contradict each other; names the properties
   */
  LoopLimits limits() {
    try {
      return new LoopLimits(hint, block, ask);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the properties reprise.loop-guard.*: " + e.getMessage(), e);
    }
  }
}
