package dev.reprise.batch.source;

/** A record of a source cannot be an item. */
final class InvalidItemException extends Exception {

  private final String reason;

  /**
   * @param reason what completes a sentence that begins with the record
   */
  InvalidItemException(String reason) {
    super(reason);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}
