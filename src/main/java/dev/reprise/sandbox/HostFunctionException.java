package dev.reprise.sandbox;

/** Why a host function did not do what was asked, in words for the script and its author. */
public final class HostFunctionException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String code;

  /**
   * @param code a stable word in snake case, the {@code code} of the error in the script
   * @param message the error's {@code message}
   */
  public HostFunctionException(String code, String message) {
    super(message);
    this.code = code;
  }

  public String code() {
    return code;
  }
}
