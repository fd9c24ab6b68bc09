package dev.reprise.run;

import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.KeyMissingException;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.platform.redaction.Redaction;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.UUID;

/**
 * The reasons that people give, while they rest beside the journal: redacted, and encrypted where
 * records are. A column holds the key's id, which may be empty, a colon, and the text.
 */
@Dependent
public class ReasonEncryption {

  /** More than a person may say; a redacted text can be longer than what was said. */
  private static final int MAX_LENGTH = 1024;

  private final TextEncryption texts;
  private final Redaction redaction;

  @Inject
  public ReasonEncryption(TextEncryption texts, Redaction redaction) {
    this.texts = texts;
    this.redaction = redaction;
  }

  /** What a reason is for. */
  public enum Kind {
    CANCEL,
    PAUSE,
    MESSAGE
  }

  /**
   * Returns a reason as it is to rest.
   *
   * @param number of the message; 0 if it is of none
   */
  public String hide(UUID run, Kind kind, long number, String reason) {
    TextEncryption.Resting resting =
        texts.hide(place(run, kind, number), redaction.text(reason, MAX_LENGTH));
    return resting.key() + ":" + resting.text();
  }

  /** Returns what a reason says, or why nobody here can say it. */
  public String show(UUID run, Kind kind, long number, String column) {
    int colon = column.indexOf(':');
    if (colon < 0) {
      return "[cannot be read: it has no key id]";
    }
    try {
      return texts.show(
          place(run, kind, number),
          new TextEncryption.Resting(column.substring(0, colon), column.substring(colon + 1)));
    } catch (KeyMissingException e) {
      return "[cannot be read here: key '%s' is missing]".formatted(column.substring(0, colon));
    } catch (BrokenRecordException e) {
      return "[cannot be read: it was changed after it was written]";
    }
  }

  private static TextEncryption.Place place(UUID run, Kind kind, long number) {
    return new TextEncryption.Place(run, number, kind.name());
  }
}
