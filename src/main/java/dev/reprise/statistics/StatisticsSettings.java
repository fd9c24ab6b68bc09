package dev.reprise.statistics;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import java.time.Duration;
import java.util.List;

/** What statistics are kept of, and for how long. */
public final class StatisticsSettings extends SettingGroup {

  static final Setting<Duration> KEEP =
      Setting.of("reprise.statistics.keep", SettingType.duration("P8D"), "P400D")
          .means("how long the [statistics](api.md#statistics) of each hour are kept");

  /** None by default, because the values of labels outlive their runs here. */
  static final Setting<List<String>> LABELS =
      Setting.of("reprise.statistics.labels", SettingType.list(), "")
          .means(
              "the names of labels, such as `team,project`, by which statistics are kept too: as long as"
                  + " all others, so name none whose values are personal");

  public StatisticsSettings() {
    super("retention", KEEP, LABELS);
  }
}
