package dev.reprise.execution.tool;

import dev.reprise.resilience.Fault;

/**
 * As many calls of a tool are under way on this server as may be at once: this one was not made.
 */
final class ToolConcurrencyExceededException extends RuntimeException {

  private final transient Fault fault;

  ToolConcurrencyExceededException(Fault fault) {
    super(fault.toString());
    this.fault = fault;
  }

  Fault fault() {
    return fault;
  }
}
