package dev.reprise.web;

/** A request is not allowed, or leads to a place that is not allowed. */
public final class RequestBlockedException extends Exception {

  private final String code;
  private final String reason;

  /**
   * @param code a stable word in snake case
   * @param reason one sentence for the model that says what was refused and what is allowed
   */
  RequestBlockedException(String code, String reason) {
    super(code + ": " + reason);
    this.code = code;
    this.reason = reason;
  }

  public String code() {
    return code;
  }

  public String reason() {
    return reason;
  }
}
