package dev.reprise.model.provider;

import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import org.jspecify.annotations.Nullable;

/** A provider began to answer, and gave no reply that can be used: it may charge for it. */
public final class AnsweredFaultException extends FaultException {

  public AnsweredFaultException(Fault fault) {
    this(fault, null);
  }

  /**
   * @param cause the original exception, for the log
   */
  AnsweredFaultException(Fault fault, @Nullable Throwable cause) {
    super(fault, cause);
  }
}
