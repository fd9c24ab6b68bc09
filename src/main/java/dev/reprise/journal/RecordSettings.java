package dev.reprise.journal;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.Config;

/** The limits of the record. */
@Dependent
public class RecordSettings {

  private static final int LARGEST_MAX_BYTES = 33_554_432;

  /** What a line has beside its payload, at most. */
  private static final int LINE_MEMBERS_BYTES = 1_048_576;

  /**
   * The greatest length of a line of a record file, whichever server wrote it, in bytes. It is a
   * constant expression, so that the command line, which has no configuration, does not load this
   * class.
   */
  public static final int MAX_LINE_BYTES = 2 * LARGEST_MAX_BYTES + LINE_MEMBERS_BYTES;

  private static final Setting<Integer> INLINE_BYTES =
      Setting.of(
          "reprise.record.inline-bytes",
          SettingType.integer(0, LARGEST_MAX_BYTES),
          "65536",
          "payloads larger than this are stored in blobs; at most `reprise.record.max-bytes`");
  private static final Setting<Integer> MAX_BYTES =
      Setting.of(
          "reprise.record.max-bytes",
          SettingType.integer(65_536, LARGEST_MAX_BYTES),
          "4194304",
          "payloads larger than this end their run; results of tools are cut to it");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("the-record", INLINE_BYTES, MAX_BYTES);
    }

    @Override
    public void check(Config config) {
      new RecordSettings(config);
    }
  }

  private final int inlineBytes;
  private final int maxBytes;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is invalid; names its property
   */
  @Inject
  RecordSettings(Config config) {
    this(INLINE_BYTES.get(config), MAX_BYTES.get(config));
  }

  /**
   * @throws IllegalArgumentException if payloads in rows could be larger than payloads may be
   */
  public RecordSettings(int inlineBytes, int maxBytes) {
    if (inlineBytes > maxBytes) {
      throw new IllegalArgumentException(
          "%s must be from 0 to %s (%d), not %d"
              .formatted(INLINE_BYTES.name(), MAX_BYTES.name(), maxBytes, inlineBytes));
    }
    this.inlineBytes = inlineBytes;
    this.maxBytes = maxBytes;
  }

  /** Returns the settings of a server without configuration. */
  public static RecordSettings defaults() {
    return new RecordSettings(65_536, 4_194_304);
  }

  /** Returns the largest payload that is stored in its event's row, in bytes of UTF-8. */
  public int inlineBytes() {
    return inlineBytes;
  }

  /** Returns the largest payload, in bytes of UTF-8. */
  public int maxBytes() {
    return maxBytes;
  }

  /** Returns the longest line of a record file that this server imports, in bytes. */
  public int maxLineBytes() {
    return 2 * maxBytes + LINE_MEMBERS_BYTES; // in JSON, each character may be escaped
  }
}
