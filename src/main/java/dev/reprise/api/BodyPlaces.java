package dev.reprise.api;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Bounds the memory that bodies take together: what is read from one takes several times its
 * length. Bodies of at most {@value #SMALL_BYTES} bytes need no place.
 */
@ApplicationScoped
class BodyPlaces {

  /** How long a body may be that is read without a place. */
  static final int SMALL_BYTES = 16 * 1024;

  /** How many record files are read at once: each may take a quarter of the memory. */
  static final int RECORD_FILES = 2;

  private static final String PROPERTY = "reprise.bodies.max-large";

  private Places large;
  private Places recordFiles;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  BodyPlaces() {}

  /**
   * @param max how many large bodies are read at once, of one tenant half as many
   * @throws IllegalArgumentException if that is less than 2
   */
  @Inject
  BodyPlaces(@ConfigProperty(name = PROPERTY, defaultValue = "24") int max) {
    if (max < 2) {
      throw new IllegalArgumentException(PROPERTY + " is at least 2, not " + max);
    }
    large = new Places(max, max / 2);
    recordFiles = new Places(RECORD_FILES, RECORD_FILES);
  }

  void check(@Observes Startup unused) {
    // Being called is the point: a wrong value stops the start, not the first request.
  }

  /**
   * Takes a place for a body over {@value #SMALL_BYTES} bytes.
   *
   * @throws Refusal if there is none for this tenant
   */
  Places.Place large(String tenant) {
    return large
        .take(tenant)
        .orElseThrow(() -> busy("bodies over %d bytes as it takes at once".formatted(SMALL_BYTES)));
  }

  /**
   * Takes a place for a record file.
   *
   * @throws Refusal if there is none
   */
  Places.Place recordFile(String tenant) {
    return recordFiles
        .take(tenant)
        .orElseThrow(() -> busy("record files as it takes at once, " + RECORD_FILES));
  }

  private static Refusal busy(String what) {
    return new Refusal(
        ProblemType.TOO_MANY_BODIES,
        "This server is reading as many %s; nothing was changed. Try again.".formatted(what));
  }
}
