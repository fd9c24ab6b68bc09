package dev.reprise.agent;

import dev.reprise.agent.message.JsonValue;

/**
 * Which model answers, and how it is set.
 *
 * @param provider the provider's name, for example {@code scripted}
 * @param name the model's name at that provider
 * @param options a JSON object that only the provider understands and checks
 */
public record ModelChoice(String provider, String name, JsonValue options) {

  /** Returns which model it is, however it is set. */
  public ModelId id() {
    return new ModelId(provider, name);
  }
}
