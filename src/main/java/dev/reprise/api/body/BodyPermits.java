package dev.reprise.api.body;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.platform.TenantShare;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.Config;

/**
 * Limits the memory of all bodies together, because reading one takes several times its length.
 * Bodies of at most {@value #SMALL_BYTES} bytes need no permit.
 */
@ApplicationScoped
class BodyPermits {

  /** The length of a body that is read without a permit, at most. */
  static final int SMALL_BYTES = 16 * 1024;

  /** How many record files are read at once; each may take a quarter of the memory. */
  static final int RECORD_FILES = 2;

  private static final Setting<Integer> MAX_LARGE =
      Setting.of(
          "reprise.bodies.max-large",
          SettingType.integer(1),
          "24",
          "how many requests with bodies over 16 KiB this server handles at once; half as many of one"
              + " tenant with `reprise.tenant.pattern`. More are refused with `too-many-bodies` (503)"
              + " and `Retry-After`");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("what-runs-work-with", MAX_LARGE);
    }
  }

  private final SharedPermits large;
  private final SharedPermits recordFiles;

  /**
   * Reads the configuration. If there are several tenants, one may have half of the permits.
   *
   * @throws IllegalArgumentException if there would be less than one permit; names the property
   */
  @Inject
  BodyPermits(Config config) {
    int max = MAX_LARGE.get(config);
    large = new SharedPermits(max, TenantShare.usual(config, max, 2));
    recordFiles = new SharedPermits(RECORD_FILES, TenantShare.usual(config, RECORD_FILES, 2));
  }

  void check(@Observes Startup unused) {
    // Observing the start makes a wrong value stop the start, not the first request.
  }

  /**
   * Takes a permit for a body over {@value #SMALL_BYTES} bytes.
   *
   * @throws ProblemException if none is free for this tenant
   */
  SharedPermits.Permit large(String tenant) {
    return large
        .take(tenant)
        .orElseThrow(
            () -> busy("bodies over %d bytes as it accepts at once".formatted(SMALL_BYTES)));
  }

  /**
   * Takes a permit for a record file.
   *
   * @throws ProblemException if none is free for this tenant
   */
  SharedPermits.Permit recordFile(String tenant) {
    return recordFiles
        .take(tenant)
        .orElseThrow(() -> busy("record files as it accepts at once, " + RECORD_FILES));
  }

  private static ProblemException busy(String what) {
    return new ProblemException(
        ProblemType.TOO_MANY_BODIES,
        "This server is already reading as many %s; nothing was changed. Try again."
            .formatted(what));
  }
}
