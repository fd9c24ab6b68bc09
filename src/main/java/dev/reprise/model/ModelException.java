package dev.reprise.model;

import dev.reprise.agent.message.Failure;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;

/** A model call failed. */
public final class ModelException extends Exception {

  private final transient Failure failure;
  private final transient Fault fault;
  private final boolean mayBeCharged;

  /** Reports a failure that another call does not repair. The provider was not asked. */
  public ModelException(Failure failure) {
    this(failure, new Fault(FailureClass.UNKNOWN, failure.message()), false);
  }

  /** Reports a fault, whose class decides whether the call is retried. */
  public ModelException(Fault fault) {
    this(new Failure(fault.kind().code(), fault.message()), fault);
  }

  /**
   * Reports a fault.
   *
   * @param cause for the log
   */
  public ModelException(Fault fault, Throwable cause) {
    this(fault);
    initCause(cause);
  }

  /**
   * Reports a failure in the provider's own words.
   *
   * @param fault for the retry policy
   */
  public ModelException(Failure failure, Fault fault) {
    this(failure, fault, fault.kind().mayHaveHappened());
  }

  /**
   * Returns a fault in what the provider had begun to answer, for which it may charge.
   *
   * @param cause for the log
   */
  public static ModelException answered(Fault fault, Throwable cause) {
    var met = new ModelException(new Failure(fault.kind().code(), fault.message()), fault, true);
    met.initCause(cause);
    return met;
  }

  private ModelException(Failure failure, Fault fault, boolean mayBeCharged) {
    super(failure.toString());
    this.failure = failure;
    this.fault = fault;
    this.mayBeCharged = mayBeCharged;
  }

  /** Returns whether the provider may charge for the call although there is no reply. */
  public boolean mayBeCharged() {
    return mayBeCharged;
  }

  /** Returns the failure, for the journal. */
  public Failure failure() {
    return failure;
  }

  /** Returns the fault, for the retry policy. */
  public Fault fault() {
    return fault;
  }
}
