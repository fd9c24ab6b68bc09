package dev.reprise.queue.row;

import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.KeyMissingException;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.run.state.StatusTransitions;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.UUID;

/**
 * Encrypts reasons while they are stored outside the journal: those that people give, and why a run
 * stands still or failed. A reason is redacted, and it is encrypted where records are. A column
 * contains the key's id, which may be empty, a colon, and the text.
 */
@Dependent
public class ReasonEncryption {

  /**
   * The limit of a redacted reason. It exceeds the limit for people, because redaction can lengthen
   * a text.
   */
  private static final int MAX_LENGTH = 1024;

  private final TextEncryption texts;
  private final Redaction redaction;

  @Inject
  public ReasonEncryption(TextEncryption texts, Redaction redaction) {
    this.texts = texts;
    this.redaction = redaction;
  }

  /** The request to which a reason belongs. */
  public enum Kind {
    CANCEL,
    PAUSE,
    MESSAGE,
    /** Why the run has its status: it waits, was paused or cancelled, or failed. */
    STATUS,
    BATCH_ACT
  }

  /**
   * Returns the stored form of a reason.
   *
   * @param run the run, or the batch of an act
   * @param number the number of the message or act; 0 if the reason belongs to none
   */
  public String hide(UUID run, Kind kind, long number, String reason) {
    TextEncryption.Encrypted encrypted =
        texts.hide(place(run, kind, number), redaction.text(reason, MAX_LENGTH));
    return encrypted.key() + ":" + encrypted.text();
  }

  /** Returns the change of a run's status by an event, with its reason in the stored form. */
  public StatusChange statusChange(UUID run, RunEvent event) {
    return new StatusChange(
        event,
        StatusTransitions.reasonAfter(event).map(reason -> hide(run, Kind.STATUS, 0, reason)));
  }

  /** Returns the text of a reason, or why this server cannot read it. */
  public String show(UUID run, Kind kind, long number, String column) {
    int colon = column.indexOf(':');
    if (colon < 0) {
      return "[cannot be read: it has no key id]";
    }
    try {
      return texts.show(
          place(run, kind, number),
          new TextEncryption.Encrypted(column.substring(0, colon), column.substring(colon + 1)));
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
