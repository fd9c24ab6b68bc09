package dev.reprise.web;

import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import org.jspecify.annotations.Nullable;

/** A request got no response. */
public final class NoResponseException extends FaultException {

  private final boolean mayHaveBeenHeard;

  NoResponseException(Fault fault, boolean mayHaveBeenHeard, @Nullable Throwable cause) {
    super(fault, cause);
    this.mayHaveBeenHeard = mayHaveBeenHeard;
  }

  /**
   * Returns whether part of the request was sent, so that the server may have carried it out. If
   * not, it was not carried out.
   */
  public boolean mayHaveBeenHeard() {
    return mayHaveBeenHeard;
  }
}
