package dev.reprise.sandbox;

/** Tells a script and its author why a host function did nothing. */
public final class HostFunctionException extends Exception {

  private final String code;

  /**
   * @param code a stable word in snake case, the {@code code} of the error in the script
   * @param message the {@code message} of the error
   */
  public HostFunctionException(String code, String message) {
    super(message);
    this.code = code;
  }

  public String code() {
    return code;
  }
}
