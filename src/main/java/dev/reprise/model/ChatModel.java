package dev.reprise.model;

import dev.reprise.agent.message.JsonValue;
import java.util.List;
import java.util.Optional;

/** A provider of model replies, without state between calls. */
public interface ChatModel {

  /** Returns the provider's name in agents' documents. */
  String provider();

  /**
   * Returns the provider's name in the conventions of OpenTelemetry, which is that of its protocol;
   * by default its name in documents.
   */
  default String telemetryName() {
    return provider();
  }

  /** Returns whether an agent must say which of the provider's models answers; by default not. */
  default boolean hasSeveral() {
    return false;
  }

  /**
   * Checks an agent's options for this provider.
   *
   * @throws InvalidModelOptionsException if the provider does not accept the options; says where
   *     and what is allowed
   */
  void check(ModelOptions options);

  /**
   * Returns why the provider's own form of structured output does not take a schema, so that
   * answers are only checked; empty if it does, or if the provider has no such form.
   */
  default Optional<String> refusalOf(JsonValue schema) {
    return Optional.empty();
  }

  /**
   * Replies to a request. A call may take minutes and be interrupted; callers never call it within
   * a transaction.
   *
   * @throws ModelException if there is no reply
   * @throws InterruptedException if the caller was interrupted
   */
  ModelReply reply(ModelRequest request) throws ModelException, InterruptedException;

  /**
   * Replies to a request, and passes on the text while it comes if the provider streams it.
   *
   * @param tokens receives the text; what it received of a call that fails is void
   * @throws ModelException if there is no reply
   * @throws InterruptedException if the caller was interrupted
   */
  default ModelReply reply(ModelRequest request, TokenListener tokens)
      throws ModelException, InterruptedException {
    return reply(request);
  }

  /**
   * An agent's options for a model, and the names that a check needs.
   *
   * @param options the agent's JSON object for the provider
   * @param phases the names of the agent's phases in order; empty if they are not known
   */
  record ModelOptions(JsonValue options, List<String> phases) {}
}
