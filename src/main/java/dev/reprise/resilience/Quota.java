package dev.reprise.resilience;

/**
 * A provider's rate limit for one model, which all callers with the same account share.
 *
 * @param model the model's name, cut off after 256 characters
 */
public record Quota(String provider, String model, String tenant) {

  private static final int MAX_MODEL = 256;

  public Quota {
    model = model.length() > MAX_MODEL ? model.substring(0, MAX_MODEL) : model;
  }
}
