package dev.reprise.agent;

/**
 * The identity of a model.
 *
 * @param provider the provider's name, for example {@code scripted}
 * @param name the model's name at that provider
 */
public record ModelId(String provider, String name) {

  @Override
  public String toString() {
    return name + " of " + provider;
  }
}
