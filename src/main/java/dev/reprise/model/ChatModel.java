package dev.reprise.model;

import dev.reprise.agent.message.JsonValue;
import java.util.List;

/** A provider of model replies, without state of its own. */
public interface ChatModel {

  /** Returns the name by which agents choose this provider. */
  String provider();

  /**
   * Checks the options that an agent states for this provider.
   *
   * @throws InvalidModelOptionsException if they are not understood; says where and what is allowed
   */
  void check(ModelOptions options);

  /**
   * Answers. May take minutes and be interrupted; never called within a transaction.
   *
   * @throws ModelException if there is no reply
   * @throws InterruptedException if the caller gave up
   */
  ModelReply reply(ModelRequest request) throws ModelException, InterruptedException;

  /**
   * Answers in the same way, and says meanwhile what it has got so far, if the provider tells it.
   *
   * @param tokens takes it; what it took of a call that fails is void
   * @throws ModelException if there is no reply
   * @throws InterruptedException if the caller gave up
   */
  default ModelReply reply(ModelRequest request, TokenListener tokens)
      throws ModelException, InterruptedException {
    return reply(request);
  }

  /**
   * What an agent says about the model, with the names that a check can test it against.
   *
   * @param options the agent's own JSON object for the provider
   * @param phases the names of the agent's phases in order
   */
  record ModelOptions(JsonValue options, List<String> phases) {}
}
