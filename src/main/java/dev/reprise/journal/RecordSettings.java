package dev.reprise.journal;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** How this server records. */
@Dependent
public class RecordSettings {

  /** What is done with a run none of whose events is sealed, where sealing keys are configured. */
  enum Unsealed {
    /** It is taken for forged: with the right to write to the database anybody could make it. */
    REFUSE,
    /** It is read, for as long as runs from before the keys are about. */
    ACCEPT
  }

  private static final int LARGEST_MAX_BYTES = 33_554_432;

  /** How long a line of a record file can be, whatever server has written it. */
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
          "reprise.record.inline-bytes is from 0 to reprise.record.max-bytes (%d), not %d"
              .formatted(maxBytes, inlineBytes));
    }
    if (maxBytes < 65_536 || maxBytes > LARGEST_MAX_BYTES) {
      throw new IllegalArgumentException(
          "reprise.record.max-bytes is from 65536 to %d, not %d"
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
    throw new IllegalArgumentException("reprise.record.unsealed is refuse or accept, not " + name);
  }

  /** What a server does that is told nothing. */
  public static RecordSettings defaults() {
    return new RecordSettings(65_536, 4_194_304, "refuse");
  }

  /** Returns how large a payload may be that rests in its event's row, in bytes of UTF-8. */
  public int inlineBytes() {
    return inlineBytes;
  }

  /** Returns how large a payload may be at all, in bytes of UTF-8. */
  public int maxBytes() {
    return maxBytes;
  }

  /** Returns how long a line of a record file may be that this server takes over. */
  public int maxLineBytes() {
    return lineBytes(maxBytes);
  }

  /**
   * A payload is a text in its line: each character may be escaped, and there is more beside it.
   */
  private static int lineBytes(int maxBytes) {
    return 2 * maxBytes + 1_048_576;
  }

  public boolean acceptsUnsealed() {
    return unsealed == Unsealed.ACCEPT;
  }
}
