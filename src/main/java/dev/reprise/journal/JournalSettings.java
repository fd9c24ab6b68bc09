package dev.reprise.journal;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Arrays;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** How this server treats a database that does not take what runs append. */
@Dependent
class JournalSettings {

  /** Whether runs may go on for a while without a record. */
  enum Durability {
    /** They go on as far as no guarantee needs the record, while writing is tried again. */
    DEGRADED,
    /** They stop at the first write that fails, and are taken up again from what is recorded. */
    REQUIRED
  }

  private final Durability durability;
  private final Duration patience;

  @Inject
  JournalSettings(
      @ConfigProperty(name = "reprise.durability", defaultValue = "degraded") String durability,
      @ConfigProperty(name = "reprise.durability.patience", defaultValue = "PT20S")
          Duration patience) {
    if (patience.isNegative()) {
      throw new IllegalArgumentException(
          "reprise.durability.patience is not negative, not " + patience);
    }
    this.durability = durability(durability);
    this.patience = patience;
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
  Duration patience() {
    return switch (durability) {
      case DEGRADED -> patience;
      case REQUIRED -> Duration.ZERO;
    };
  }
}
