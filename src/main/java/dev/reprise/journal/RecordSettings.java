package dev.reprise.journal;

import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.Config;

/** The limits of the record. */
@Dependent // read through its fields, which a proxy would hide
public final class RecordSettings extends SettingGroup {

  private static final int LARGEST_MAX_BYTES = 33_554_432;

  /** What a line has beside its payload, at most. */
  private static final int LINE_MEMBERS_BYTES = 1_048_576;

  /**
   * The greatest length of a line of a record file, whichever server wrote it, in bytes. It is a
   * constant expression, so that the command line, which has no configuration, does not load this
   * class.
   */
  public static final int MAX_LINE_BYTES = 2 * LARGEST_MAX_BYTES + LINE_MEMBERS_BYTES;

  /** The largest payload that is stored in its event's row, in bytes of UTF-8. */
  public final int inlineBytes =
      setting("reprise.record.inline-bytes", SettingType.integer(0, LARGEST_MAX_BYTES), "65536")
          .means(
              "payloads larger than this are stored in blobs; at most `reprise.record.max-bytes`");

  /** The largest payload, in bytes of UTF-8. */
  public final int maxBytes =
      setting("reprise.record.max-bytes", SettingType.integer(65_536, LARGEST_MAX_BYTES), "4194304")
          .means("payloads larger than this end their run; results of tools are cut to it");

  public RecordSettings() {
    super("the-record");
  }

  /**
   * @throws IllegalArgumentException if payloads in rows could be larger than payloads may be
   */
  @Inject
  public RecordSettings(Config config) {
    super("the-record", config);
    if (inlineBytes > maxBytes) {
      throw new IllegalArgumentException(
          "reprise.record.inline-bytes must be from 0 to reprise.record.max-bytes (%d), not %d"
              .formatted(maxBytes, inlineBytes));
    }
  }

  @Override
  public void check(Config config) {
    new RecordSettings(config);
  }

  /** Returns the longest line of a record file that this server imports, in bytes. */
  public int maxLineBytes() {
    return 2 * maxBytes + LINE_MEMBERS_BYTES; // in JSON, each character may be escaped
  }
}
