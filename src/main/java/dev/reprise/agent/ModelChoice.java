package dev.reprise.agent;

import dev.reprise.agent.message.JsonValue;

/**
 * A model and its options.
 *
 * @param provider the provider's name, for example {@code scripted}
 * @param name the model's name at that provider
 * @param options a JSON object that only the provider understands and checks
 */
public record ModelChoice(String provider, String name, JsonValue options) {

  /** Returns the identity of the model, without its options. */
  public ModelId id() {
    return new ModelId(provider, name);
  }
}
