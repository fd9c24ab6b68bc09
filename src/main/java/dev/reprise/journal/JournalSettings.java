package dev.reprise.journal;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Arrays;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** What this server does while the database does not accept appends. */
@Dependent
public class JournalSettings {

  /** Whether runs may continue for a while without a record. */
  enum Durability {
    /** Runs continue as far as no guarantee needs the record, while writes are retried. */
    DEGRADED,
    /** Runs wait for each append, and fail if the database did not accept one at once. */
    REQUIRED
  }

  static final String LINGER = "reprise.durability.linger";

  private static final Duration LONGEST_LINGER = Duration.ofSeconds(1);

  private final Durability durability;
  private final Duration maxOutage;
  private final Duration linger;

  @Inject
  public JournalSettings(
      @ConfigProperty(name = "reprise.durability", defaultValue = "degraded") String durability,
      @ConfigProperty(name = "reprise.durability.patience", defaultValue = "PT20S")
          Duration maxOutage,
      @ConfigProperty(name = LINGER, defaultValue = "PT0.002S") Duration linger) {
    if (maxOutage.isNegative()) {
      throw new IllegalArgumentException(
          "reprise.durability.patience must not be negative, but is " + maxOutage);
    }
    if (linger.isNegative() || linger.compareTo(LONGEST_LINGER) > 0) {
      throw new IllegalArgumentException(
          "%s must be from PT0S (each append is written at once) to %s, not %s"
              .formatted(LINGER, LONGEST_LINGER, linger));
    }
    this.durability = durability(durability);
    this.maxOutage = maxOutage;
    this.linger = linger;
  }

  private static Durability durability(String name) {
    return Arrays.stream(Durability.values())
        .filter(value -> value.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "reprise.durability must be degraded or required, not " + name));
  }

  /** Returns how long an outage may last: until then, failing writes are retried. */
  public Duration maxOutage() {
    return maxOutage;
  }

  /** Returns how long an append that no run waits for may stay pending. */
  public Duration linger() {
    return linger;
  }

  /** Returns whether a run fails if the database did not accept its record at once. */
  public boolean isRequired() {
    return durability == Durability.REQUIRED;
  }
}
