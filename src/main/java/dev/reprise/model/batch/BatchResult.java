package dev.reprise.model.batch;

import dev.reprise.model.ModelReply;
import dev.reprise.resilience.Fault;

/** What became of one request of a batch. */
public sealed interface BatchResult {

  /** Returns the number of the request in its submission. */
  int number();

  /** The model replied. */
  record Replied(int number, ModelReply reply) implements BatchResult {}

  /**
   * There is no reply.
   *
   * @param fault a transient one means that the same request may be submitted again
   */
  record Failed(int number, Fault fault) implements BatchResult {}

  /**
   * The provider's result cannot be read; it may charge for the reply.
   *
   * @param why in words, with the number of the line if the line is no JSON
   */
  record Unreadable(int number, String why) implements BatchResult {}
}
