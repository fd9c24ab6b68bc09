package dev.reprise.api.stream;

import dev.reprise.platform.TenantShare;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/**
 * How many event streams this server keeps open, and for how long: {@code reprise.streams.max},
 * {@code .max-of-tenant}, {@code .max-life} and {@code .patience}.
 */
@Dependent
class StreamSettings {

  private static final String PREFIX = "reprise.streams.";
  private static final int MAX = 1_000;
  private static final Duration LIFE = Duration.ofMinutes(5);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** One tenant may take a quarter of the streams if there are several tenants. */
  private static final int PARTS = 4;

  private final int max;
  private final int maxOfTenant;
  private final Duration life;
  private final Duration maxStall;

  /**
   * @throws IllegalArgumentException if a value is out of range; names its property
   */
  @Inject
  StreamSettings(Config config) {
    this.max = config.getOptionalValue(PREFIX + "max", Integer.class).orElse(MAX);
    if (max < 0) {
      throw new IllegalArgumentException("reprise.streams.max must not be negative, but is " + max);
    }
    this.maxOfTenant = TenantShare.of(config, PREFIX + "max-of-tenant", max, PARTS);
    this.life = duration(config, "max-life", LIFE);
    this.maxStall = duration(config, "patience", PATIENCE);
  }

  private static Duration duration(Config config, String name, Duration otherwise) {
    Duration duration = config.getOptionalValue(PREFIX + name, Duration.class).orElse(otherwise);
    if (!duration.isPositive()) {
      throw new IllegalArgumentException(
          "%s must be positive, but is %s".formatted(PREFIX + name, duration));
    }
    return duration;
  }

  /** Returns how many streams this server keeps open. */
  int max() {
    return max;
  }

  /** Returns how many of them one tenant may have. */
  int maxOfTenant() {
    return maxOfTenant;
  }

  /** Returns the age at which a stream ends, so that its client has to log in again. */
  Duration life() {
    return life;
  }

  /** Returns how long a client may take nothing of what waits for it. */
  Duration maxStall() {
    return maxStall;
  }
}
