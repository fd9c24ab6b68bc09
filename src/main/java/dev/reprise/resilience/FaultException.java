package dev.reprise.resilience;

import org.jspecify.annotations.Nullable;

/** A call failed with a classified fault. */
public class FaultException extends Exception {

  private final transient Fault fault;

  public FaultException(Fault fault) {
    this(fault, null);
  }

  /**
   * @param cause the original exception, for the log
   */
  public FaultException(Fault fault, @Nullable Throwable cause) {
    super(fault.toString(), cause);
    this.fault = fault;
  }

  public Fault fault() {
    return fault;
  }
}
