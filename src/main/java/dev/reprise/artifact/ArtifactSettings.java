package dev.reprise.artifact;

import dev.reprise.artifact.TrustRules.Promoter;
import dev.reprise.operations.killswitch.KillSwitch;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/** The rules by which generated tools are used and judged. */
public final class ArtifactSettings extends SettingGroup {

  private static final Setting<Duration> LAST_AFTER =
      Setting.of("reprise.artifacts.last-after", SettingType.duration("PT1H"), "P30D")
          .means("after how long without a call a tool ranks below all others");
  private static final Setting<Duration> REMOVABLE_AFTER =
      Setting.of("reprise.artifacts.removable-after", SettingType.duration("PT1H"), "P90D")
          .means(
              "after how long without a call a tool is listed as removable; not below"
                  + " `reprise.artifacts.last-after`");

  public final Rollout rollout =
      setting("reprise.artifacts.rollout", SettingType.choice(Rollout.class), "repair")
          .means(
              "how much is in use: `write` (each call has its own code written; the first is kept),"
                  + " `canary` (stored code runs for the roles of"
                  + " `reprise.artifacts.canary-roles`), `read` (stored code runs for all),"
                  + " `repair` (code that must change is also repaired)");
  public final TrustRules trust =
      new TrustRules(
          setting(
                  "reprise.artifacts.canary-roles",
                  SettingType.list(
                      SettingType.text()
                          .where(
                              it -> it.matches("[a-z0-9_*]{1,64}"),
                              "a role such as feed_reader, or a pattern such as feed_*")),
                  "*")
              .means(
                  "the roles whose new code agents try once it has passed its checks; the code of"
                      + " others waits until an admin promotes it"),
          setting("reprise.artifacts.promoted-by", SettingType.choice(Promoter.class), "person")
              .means(
                  "who lets other agents have new code than the one that had it written: `person` (an"
                      + " admin), or `calls` (also the server, once enough calls have succeeded; any"
                      + " agent may call it by name until then, and replace it)"),
          setting("reprise.artifacts.canary-calls", SettingType.integer(1, 10), "3")
              .means(
                  "with `reprise.artifacts.promoted-by=calls`: how many calls in a row must succeed"
                      + " before new code is promoted"));
  public final int writesPerCall =
      setting("reprise.artifacts.writes-per-call", SettingType.integer(1, 20), "3")
          .means("how often code is written for one call; after that the call fails");

  /** Limits what lists, ranks and cleanups read. */
  public final int maxOfTenant =
      setting("reprise.artifacts.max-of-tenant", SettingType.integer(1, 100_000), "1000")
          .means(
              "how many generated tools a tenant may have; an import of one more is refused with"
                  + " `too-many-artifacts` (409), and new code for one more serves its call alone");

  public final HealthRules health =
      new HealthRules(
          setting("reprise.artifacts.max-repairs", SettingType.integer(0, 100), "3")
              .means("how often the code of a tool is repaired before it is rewritten"),
          setting("reprise.artifacts.degraded-from", SettingType.decimal(0.01, 1), "0.5")
              .means(
                  "the part of the last ten calls that must have failed for the code to need repair;"
                      + " failures of the outside world do not count"));
  public final RankingRules ranking =
      new RankingRules(
          setting("reprise.artifacts.known-tools", SettingType.integer(0, 100), "10")
              .means("of how many tools an agent is told, at most"),
          setting("reprise.artifacts.half-life", SettingType.duration("PT1H"), "P14D")
              .means("after how long without a call a tool ranks half as high"),
          value(LAST_AFTER),
          value(REMOVABLE_AFTER));

  public ArtifactSettings() {
    super("artifacts");
  }

  public ArtifactSettings(Config config) {
    super("artifacts", config);
  }

  /**
   * Returns which generated tools agents may use now.
   *
   * @param onStoredCode the kill switch that keeps stored code from running
   * @param onRepair the kill switch that keeps code from being repaired
   */
  public UsePolicy uses(Optional<KillSwitch> onStoredCode, Optional<KillSwitch> onRepair) {
    return new UsePolicy(rollout, trust, onStoredCode, onRepair);
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
