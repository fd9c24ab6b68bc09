package dev.reprise.api.operations;

import dev.reprise.run.retention.EndedRun;
import dev.reprise.run.retention.Retention;
import dev.reprise.run.retention.RetentionLimits;
import dev.reprise.run.retention.RetentionPlan;
import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Which runs retention lets go, and what became of that.
 *
 * @param plan names exactly these runs as they are now; to be sent back to have them erased
 * @param asOf the moment that the plan is of
 * @param runs the runs that go, at most 1,000
 * @param bytes what the records of these hold together
 * @param kept runs that the rules let go and that stay all the same; at most 1,000
 * @param more whether the rules let more runs go than one plan holds
 * @param erased those that went; absent from a dry run
 * @param skipped those that have moved on meanwhile and stay; absent from a dry run
 */
public record RetentionView(
    String plan,
    Instant asOf,
    List<DueRun> runs,
    long bytes,
    List<KeptRun> kept,
    boolean more,
    Optional<List<UUID>> erased,
    Optional<List<UUID>> skipped) {

  /**
   * A run that goes.
   *
   * @param bytes what its record holds
   * @param rule the rule that lets it go: its place in the file, or {@code defaults}
   * @param beyond what of the rule the run is beyond
   */
  public record DueRun(
      UUID id,
      String tenant,
      String agent,
      RunStatus status,
      Instant endedAt,
      long events,
      long bytes,
      String rule,
      RetentionLimits.Limit beyond) {

    private static DueRun of(RetentionPlan.Due due) {
      EndedRun run = due.run();
      return new DueRun(
          run.id(),
          run.tenant(),
          run.agent(),
          run.status(),
          run.endedAt(),
          run.events(),
          due.bytes(),
          due.rule(),
          due.limit());
    }
  }

  /** A run that stays, and why. */
  public record KeptRun(UUID id, String tenant, String agent, RunStatus status, String reason) {

    private static KeptRun of(RetentionPlan.Kept kept) {
      EndedRun run = kept.run();
      return new KeptRun(run.id(), run.tenant(), run.agent(), run.status(), kept.reason());
    }
  }

  static RetentionView of(RetentionPlan plan, Optional<Retention.Pass> pass) {
    return new RetentionView(
        RetentionPlanToken.of(plan).toString(),
        plan.asOf(),
        plan.due().stream().map(DueRun::of).toList(),
        plan.due().stream().mapToLong(RetentionPlan.Due::bytes).sum(),
        plan.kept().stream().map(KeptRun::of).toList(),
        plan.more(),
        pass.map(Retention.Pass::erased),
        pass.map(Retention.Pass::skipped));
  }
}
