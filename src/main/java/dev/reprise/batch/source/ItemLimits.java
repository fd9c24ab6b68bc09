package dev.reprise.batch.source;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import org.eclipse.microprofile.config.Config;

/**
 * How large a data set may be.
 *
 * @param items the most items
 * @param itemBytes the most bytes of one item as its source has it: a line, a row
 * @param bytes the most bytes of all items together, and of all inputs of their runs together
 * @param inputBytes the most bytes of the input of one run
 */
public record ItemLimits(int items, int itemBytes, long bytes, int inputBytes) {

  private static final Setting<Integer> ITEMS =
      Setting.of("reprise.batches.max-items", SettingType.integer(1, 10_000_000), "100000")
          .means("how many items a batch may have");
  private static final Setting<Integer> ITEM_BYTES =
      Setting.of(
              "reprise.batches.max-item-bytes",
              SettingType.integer(1024, 16 * 1024 * 1024),
              "1048576")
          .means(
              "how many bytes an item may have in its source: a line of JSON Lines, a row of a CSV"
                  + " file or of a query");
  private static final Setting<Long> BYTES =
      Setting.of("reprise.batches.max-bytes", SettingType.number(1024), "268435456")
          .means(
              "how many bytes the items of a batch may have together, and also the inputs of their"
                  + " runs");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("batches", ITEMS, ITEM_BYTES, BYTES);
    }
  }

  /**
   * Reads the configuration.
   *
   * @param inputBytes the most bytes of the input of one run
   * @throws IllegalArgumentException if a value is not valid; names its property
   */
  public static ItemLimits of(Config config, int inputBytes) {
    return new ItemLimits(ITEMS.get(config), ITEM_BYTES.get(config), BYTES.get(config), inputBytes);
  }
}
