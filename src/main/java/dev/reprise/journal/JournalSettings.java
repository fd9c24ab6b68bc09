package dev.reprise.journal;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Arrays;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** How this server treats a database that does not take what runs append. */
@Dependent
public class JournalSettings {

  /** Whether runs may go on for a while without a record. */
  enum Durability {
    /** They go on as far as no guarantee needs the record, while writing is tried again. */
    DEGRADED,
    /** They do not: each append is awaited, and a run fails if one was not taken at once. */
    REQUIRED
  }

  static final String LINGER = "reprise.durability.linger";

  private static final Duration LONGEST_LINGER = Duration.ofSeconds(1);

  private final Durability durability;
  private final Duration patience;
  private final Duration linger;

  @Inject
  public JournalSettings(
      @ConfigProperty(name = "reprise.durability", defaultValue = "degraded") String durability,
      @ConfigProperty(name = "reprise.durability.patience", defaultValue = "PT20S")
          Duration patience,
      @ConfigProperty(name = LINGER, defaultValue = "PT0.002S") Duration linger) {
    if (patience.isNegative()) {
      throw new IllegalArgumentException(
          "reprise.durability.patience is not negative, not " + patience);
    }
    if (linger.isNegative() || linger.compareTo(LONGEST_LINGER) > 0) {
      throw new IllegalArgumentException(
          "%s is PT0S, for every append to be written at once, to %s, not %s"
              .formatted(LINGER, LONGEST_LINGER, linger));
    }
    this.durability = durability(durability);
    this.patience = patience;
    this.linger = linger;
  }

  private static Durability durability(String name) {
    return Arrays.stream(Durability.values())
        .filter(value -> value.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "reprise.durability is degraded or required, not " + name));
  }

  /** Returns for how long a failing write is tried again. */
  public Duration patience() {
    return patience;
  }

  /** Returns for how long an append may lie that no run waits for. */
  public Duration linger() {
    return linger;
  }

  /** Returns whether a run fails whose record the database did not take at once. */
  public boolean isRequired() {
    return durability == Durability.REQUIRED;
  }
}
