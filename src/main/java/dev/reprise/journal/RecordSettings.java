package dev.reprise.journal;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The limits of the record, and whether this server accepts unsealed records. */
@Dependent
public class RecordSettings {

  /** What this server does with a run without sealed events if sealing keys are configured. */
  enum Unsealed {
    /** It counts as forged: anyone who may write to the database could have made it. */
    REFUSE,
    /** It is read, as long as there are runs from before the keys. */
    ACCEPT
  }

  private static final int LARGEST_MAX_BYTES = 33_554_432;

  /** The greatest length of a line of a record file, whichever server wrote it, in bytes. */
  public static final int MAX_LINE_BYTES = lineBytes(LARGEST_MAX_BYTES);

  private final int inlineBytes;
  private final int maxBytes;
  private final Unsealed unsealed;

  @Inject
  public RecordSettings(
      @ConfigProperty(name = "reprise.record.inline-bytes", defaultValue = "65536") int inlineBytes,
      @ConfigProperty(name = "reprise.record.max-bytes", defaultValue = "4194304") int maxBytes,
      @ConfigProperty(name = "reprise.record.unsealed", defaultValue = "refuse") String unsealed) {
    if (inlineBytes < 0 || inlineBytes > maxBytes) {
      throw new IllegalArgumentException(
          "reprise.record.inline-bytes must be from 0 to reprise.record.max-bytes (%d), not %d"
              .formatted(maxBytes, inlineBytes));
    }
    if (maxBytes < 65_536 || maxBytes > LARGEST_MAX_BYTES) {
      throw new IllegalArgumentException(
          "reprise.record.max-bytes must be from 65536 to %d, not %d"
              .formatted(LARGEST_MAX_BYTES, maxBytes));
    }
    this.inlineBytes = inlineBytes;
    this.maxBytes = maxBytes;
    this.unsealed = unsealed(unsealed);
  }

  private static Unsealed unsealed(String name) {
    for (Unsealed value : Unsealed.values()) {
      if (value.name().equalsIgnoreCase(name)) {
        return value;
      }
    }
    throw new IllegalArgumentException(
        "reprise.record.unsealed must be refuse or accept, not " + name);
  }

  /** Returns the settings of a server without configuration. */
  public static RecordSettings defaults() {
    return new RecordSettings(65_536, 4_194_304, "refuse");
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
    return lineBytes(maxBytes);
  }

  /**
   * A payload is a JSON string in its line: each character may be escaped; other members follow.
   */
  private static int lineBytes(int maxBytes) {
    return 2 * maxBytes + 1_048_576;
  }

  public boolean acceptsUnsealed() {
    return unsealed == Unsealed.ACCEPT;
  }
}
