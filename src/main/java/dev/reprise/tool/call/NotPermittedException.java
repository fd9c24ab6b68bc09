package dev.reprise.tool.call;

import dev.reprise.agent.message.Failure;

/** The {@link ToolGate} does not permit the use of a tool. Nothing was done. */
public final class NotPermittedException extends Exception {

  private final transient Failure failure;

  NotPermittedException(Failure failure) {
    super(failure.code() + ": " + failure.message());
    this.failure = failure;
  }

  /** Returns why, in words for the one who wants to use the tool. */
  public Failure failure() {
    return failure;
  }
}
