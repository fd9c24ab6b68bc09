package dev.reprise.api;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** How many event streams this server keeps open, and for how long. */
@Dependent
class StreamSettings {

  private final int max;
  private final Duration life;
  private final Duration patience;

  /**
   * @throws IllegalArgumentException if a value cannot work; names its property
   */
  @Inject
  StreamSettings(
      @ConfigProperty(name = "reprise.streams.max", defaultValue = "1000") int max,
      @ConfigProperty(name = "reprise.streams.max-life", defaultValue = "PT30M") Duration life,
      @ConfigProperty(name = "reprise.streams.patience", defaultValue = "PT30S")
          Duration patience) {
    if (max < 0) {
      throw new IllegalArgumentException("reprise.streams.max is not negative, not " + max);
    }
    requirePositive("reprise.streams.max-life", life);
    requirePositive("reprise.streams.patience", patience);
    this.max = max;
    this.life = life;
    this.patience = patience;
  }

  private static void requirePositive(String property, Duration duration) {
    if (!duration.isPositive()) {
      throw new IllegalArgumentException(property + " is longer than nothing, not " + duration);
    }
  }

  /** Returns how many streams this server keeps open. */
  int max() {
    return max;
  }

  /** Returns after how long a stream ends, so that its client has to log in again. */
  Duration life() {
    return life;
  }

  /** Returns for how long a client may take nothing of what waits for it. */
  Duration patience() {
    return patience;
  }
}
