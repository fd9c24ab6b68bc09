package dev.reprise.api.body;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.platform.SharedPermits;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.Config;

/**
 * Limits what the bodies of all requests take together: threads while they arrive, disk if they are
 * files, and memory once they are parsed, because that takes several times their length. Bodies of
 * at most {@value ReceivedBody#IN_MEMORY} bytes are parsed without a permit.
 */
@ApplicationScoped
class BodyPermits {

  /** How many bodies may arrive at once. Each holds a thread, of which the server has 128. */
  static final int ARRIVING = 96;

  /** How many files are on disk at once. */
  static final int FILES = 4;

  private static final Setting<Integer> MAX_LARGE =
      Setting.of("reprise.bodies.max-large", SettingType.integer(1), "24")
          .means(
              "how many requests with bodies over 16 KiB this server handles at once; half as many"
                  + " of one tenant with `reprise.tenant.pattern`, and three quarters of the"
                  + " tenant's of one caller. More are refused with `too-many-bodies` (503) and"
                  + " `Retry-After`");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("what-runs-work-with", MAX_LARGE);
    }
  }

  private final SharedPermits arriving;
  private final SharedPermits large;
  private final SharedPermits files;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if there would be less than one permit; names the property
   */
  @Inject
  BodyPermits(Config config) {
    arriving = SharedPermits.usual(config, ARRIVING);
    large = SharedPermits.usual(config, MAX_LARGE.get(config));
    files = SharedPermits.usual(config, FILES);
  }

  void check(@Observes Startup unused) {
    // Observing the start makes a wrong value stop the start, not the first request.
  }

  /**
   * Takes a permit for the time in which a body arrives.
   *
   * @throws ProblemException if none is free for this caller
   */
  SharedPermits.Permit arriving(SharedPermits.Owner owner) {
    return arriving.take(owner).orElseThrow(() -> busy("bodies as may arrive at once"));
  }

  /**
   * Takes a permit for a body over {@value ReceivedBody#IN_MEMORY} bytes.
   *
   * @throws ProblemException if none is free for this caller
   */
  SharedPermits.Permit large(SharedPermits.Owner owner) {
    return large
        .take(owner)
        .orElseThrow(
            () ->
                busy(
                    "bodies over %d bytes as it accepts at once"
                        .formatted(ReceivedBody.IN_MEMORY)));
  }

  /**
   * Takes a permit for a file.
   *
   * @throws ProblemException if none is free for this caller
   */
  SharedPermits.Permit file(SharedPermits.Owner owner) {
    return files.take(owner).orElseThrow(() -> busy("files as it accepts at once, " + FILES));
  }

  private static ProblemException busy(String what) {
    return new ProblemException(
        ProblemType.TOO_MANY_BODIES,
        "This server is already reading as many %s, or as many of this tenant or caller; nothing was changed. Try again."
            .formatted(what));
  }
}
