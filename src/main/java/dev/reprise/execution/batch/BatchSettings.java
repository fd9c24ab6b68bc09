package dev.reprise.execution.batch;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/** How this server carries batches out. */
@Dependent // read through its fields, which a proxy would hide
public class BatchSettings {

  private static final Setting<Integer> MAX_RUNNING =
      Setting.of(
          "reprise.batches.max-running",
          SettingType.integer(1, 32),
          "4",
          "how many batches this server carries out at once; their runs may be on any server");

  private static final Setting<Duration> POLL_INTERVAL =
      Setting.of(
          "reprise.batches.poll-interval",
          SettingType.duration("PT1S", "PT1H"),
          "PT30S",
          "how often the provider is asked whether its batch has ended (`provider-batch`)");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("batches", MAX_RUNNING, POLL_INTERVAL);
    }
  }

  /** How many batches this server carries out at once. */
  final int maxRunning;

  /** How often a provider is asked where its batch stands. */
  final Duration pollInterval;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is invalid; names its property
   */
  @Inject
  public BatchSettings(Config config) {
    maxRunning = MAX_RUNNING.get(config);
    pollInterval = POLL_INTERVAL.get(config);
  }
}
