package dev.reprise.resilience;

/**
 * What a provider counts calls against, for all who use it with the same account.
 *
 * @param model its name; what is longer than 256 characters is cut off
 */
public record Quota(String provider, String model, String tenant) {

  private static final int MAX_MODEL = 256;

  public Quota {
    model = model.length() > MAX_MODEL ? model.substring(0, MAX_MODEL) : model;
  }
}
