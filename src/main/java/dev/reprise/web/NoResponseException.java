package dev.reprise.web;

import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import org.jspecify.annotations.Nullable;

/** A server was to be asked, and gave no answer. */
public final class NoResponseException extends FaultException {

  private static final long serialVersionUID = 1L;

  private final boolean mayHaveBeenHeard;

  NoResponseException(Fault fault, boolean mayHaveBeenHeard, @Nullable Throwable cause) {
    super(fault, cause);
    this.mayHaveBeenHeard = mayHaveBeenHeard;
  }

  /**
   * Returns whether any of the request was sent, so that it may have been carried out. Where not,
   * it was not.
   */
  public boolean mayHaveBeenHeard() {
    return mayHaveBeenHeard;
  }
}
