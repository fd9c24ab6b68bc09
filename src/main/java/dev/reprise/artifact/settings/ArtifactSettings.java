package dev.reprise.artifact.settings;

import dev.reprise.artifact.HealthRules;
import dev.reprise.artifact.RankingRules;
import dev.reprise.artifact.Rollout;
import dev.reprise.artifact.TrustRules;
import dev.reprise.artifact.TrustRules.Promoter;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import java.time.Duration;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/**
 * The rules by which generated tools are used and judged.
 *
 * @param writesPerCall how often code is written for one call, at most
 */
public record ArtifactSettings(
    Rollout rollout,
    TrustRules trust,
    HealthRules health,
    RankingRules ranking,
    int writesPerCall) {

  private static final Setting<Rollout> ROLLOUT =
      Setting.of(
          "reprise.artifacts.rollout",
          SettingType.choice(Rollout.class),
          "repair",
          "how much is in use: `write` (each call has its own code written; the first is kept),"
              + " `canary` (stored code runs for the roles of `reprise.artifacts.canary-roles`), `read`"
              + " (stored code runs for all), `repair` (code that must change is also repaired)");
  private static final Setting<List<String>> CANARY_ROLES =
      Setting.of(
          "reprise.artifacts.canary-roles",
          SettingType.list(
              SettingType.text()
                  .where(
                      it -> it.matches("[a-z0-9_*]{1,64}"),
                      "a role such as feed_reader, or a pattern such as feed_*")),
          "*",
          "the roles whose new code agents try once it has passed its checks; the code of others"
              + " waits until an admin promotes it");
  private static final Setting<Promoter> PROMOTED_BY =
      Setting.of(
          "reprise.artifacts.promoted-by",
          SettingType.choice(Promoter.class),
          "person",
          "who lets other agents have new code than the one that had it written: `person` (an admin), or"
              + " `calls` (also the server, once enough calls have succeeded; any agent may call it by name"
              + " until then, and replace it)");
  private static final Setting<Integer> CANARY_CALLS =
      Setting.of(
          "reprise.artifacts.canary-calls",
          SettingType.integer(1, 10),
          "3",
          "with `reprise.artifacts.promoted-by=calls`: how many calls in a row must succeed before new"
              + " code is promoted");
  private static final Setting<Integer> WRITES_PER_CALL =
      Setting.of(
          "reprise.artifacts.writes-per-call",
          SettingType.integer(1, 20),
          "3",
          "how often code is written for one call; after that the call fails");

  /** Limits what lists, ranks and cleanups read. */
  public static final Setting<Integer> MAX_OF_TENANT =
      Setting.of(
          "reprise.artifacts.max-of-tenant",
          SettingType.integer(1, 100_000),
          "1000",
          "how many generated tools a tenant may have; an import of one more is refused with"
              + " `too-many-artifacts` (409), and new code for one more serves its call alone");

  private static final Setting<Integer> MAX_REPAIRS =
      Setting.of(
          "reprise.artifacts.max-repairs",
          SettingType.integer(0, 100),
          "3",
          "how often the code of a tool is repaired before it is written anew");
  private static final Setting<Double> DEGRADED_FROM =
      Setting.of(
          "reprise.artifacts.degraded-from",
          SettingType.decimal(0.01, 1),
          "0.5",
          "the part of the last ten calls that must have failed for the code to need repair; failures of"
              + " the outside world do not count");
  private static final Setting<Integer> KNOWN_TOOLS =
      Setting.of(
          "reprise.artifacts.known-tools",
          SettingType.integer(0, 100),
          "10",
          "of how many tools an agent is told, at most");
  private static final Setting<Duration> HALF_LIFE =
      Setting.of(
          "reprise.artifacts.half-life",
          SettingType.duration("PT1H"),
          "P14D",
          "after how long without a call a tool ranks half as high");
  private static final Setting<Duration> LAST_AFTER =
      Setting.of(
          "reprise.artifacts.last-after",
          SettingType.duration("PT1H"),
          "P30D",
          "after how long without a call a tool ranks below all others");
  private static final Setting<Duration> REMOVABLE_AFTER =
      Setting.of(
          "reprise.artifacts.removable-after",
          SettingType.duration("PT1H"),
          "P90D",
          "after how long without a call a tool is listed as removable; not below"
              + " `reprise.artifacts.last-after`");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super(
          "artifacts",
          ROLLOUT,
          CANARY_ROLES,
          PROMOTED_BY,
          CANARY_CALLS,
          WRITES_PER_CALL,
          MAX_OF_TENANT,
          MAX_REPAIRS,
          DEGRADED_FROM,
          KNOWN_TOOLS,
          HALF_LIFE,
          LAST_AFTER,
          REMOVABLE_AFTER);
    }

    @Override
    public void check(Config config) {
      Duration last = LAST_AFTER.get(config);
      Duration removable = REMOVABLE_AFTER.get(config);
      if (removable.compareTo(last) < 0) {
        throw new IllegalArgumentException(
            "%s must be at least %s, which is %s, not %s"
                .formatted(REMOVABLE_AFTER, LAST_AFTER, last, removable));
      }
    }
  }

  /** Returns how many artifacts a tenant may have. */
  public static int maxOfTenant(Config config) {
    return MAX_OF_TENANT.get(config);
  }

  /** Reads the configuration. */
  public static ArtifactSettings read(Config config) {
    return new ArtifactSettings(
        ROLLOUT.get(config),
        new TrustRules(CANARY_ROLES.get(config), PROMOTED_BY.get(config), CANARY_CALLS.get(config)),
        new HealthRules(MAX_REPAIRS.get(config), DEGRADED_FROM.get(config)),
        new RankingRules(
            KNOWN_TOOLS.get(config),
            HALF_LIFE.get(config),
            LAST_AFTER.get(config),
            REMOVABLE_AFTER.get(config)),
        WRITES_PER_CALL.get(config));
  }
}
