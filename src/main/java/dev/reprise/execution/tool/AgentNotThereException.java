package dev.reprise.execution.tool;

import dev.reprise.agent.Difference;

/**
 * A run needs an agent that this server does not have at this moment, with all its tools. That is
 * no failure of the call: the run waits, and this server or another one goes on with it.
 */
final class AgentNotThereException extends Exception {

  private final transient Difference absent;

  /**
   * @param why it is not there, in words that read on from its name
   */
  AgentNotThereException(String agent, String why) {
    this.absent = new Difference("agents." + agent, why);
  }

  /** Returns what is not there. */
  Difference absent() {
    return absent;
  }

  @Override
  public String getMessage() {
    return absent.toString();
  }
}
