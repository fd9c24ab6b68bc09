package dev.reprise.api.operations;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.reprise.operations.retention.EndedRun;
import dev.reprise.operations.retention.IdleRun;
import dev.reprise.operations.retention.Retention;
import dev.reprise.operations.retention.RetentionLimits;
import dev.reprise.operations.retention.RetentionPlan;
import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Which runs retention erases and cancels, and the result if it has done so.
 *
 * @param plan names exactly these runs in their present state; send it back to carry it out
 * @param asOf the time for which the plan was made
 * @param runs the runs to erase, at most 1,000
 * @param bytes the size of their records together
 * @param kept runs that the rules allow to erase and that are kept for another reason; at most
 *     1,000
 * @param cancels the runs to cancel, at most 1,000; none unless a rule names PAUSED or WAITING
 * @param more whether the rules name more runs than one plan holds
 * @param erased the runs that were erased; absent from a dry run
 * @param cancelled the runs that were cancelled; absent from a dry run
 * @param skipped the runs that changed or were forked in the meantime and are kept; absent from a
 *     dry run
 */
public record RetentionView(
    String plan,
    Instant asOf,
    List<DueRun> runs,
    long bytes,
    List<KeptRun> kept,
    List<DueCancel> cancels,
    boolean more,
    Optional<List<UUID>> erased,
    Optional<List<UUID>> cancelled,
    Optional<List<UUID>> skipped) {

  /** Which run it is; flat in JSON. */
  public record RunRef(UUID id, String tenant, String agent, RunStatus status) {

    private static RunRef of(EndedRun run) {
      return new RunRef(run.id(), run.tenant(), run.agent(), run.status());
    }
  }

  /**
   * A run to erase.
   *
   * @param bytes the size of its record
   * @param rule the rule that allows it: its index in the file, or {@code defaults}
   * @param beyond the limit of the rule that the run exceeds
   */
  public record DueRun(
      @JsonUnwrapped RunRef run,
      Instant endedAt,
      long events,
      long bytes,
      String rule,
      RetentionLimits.Limit beyond) {

    private static DueRun of(RetentionPlan.Due due) {
      EndedRun run = due.run();
      return new DueRun(
          RunRef.of(run), run.endedAt(), run.events(), due.bytes(), due.rule(), due.limit());
    }
  }

  /**
   * A run to cancel.
   *
   * @param since when it last changed
   * @param waitingFor what it waits for; absent from a paused run
   * @param rule the rule that cancels it: its index in the file
   */
  public record DueCancel(
      @JsonUnwrapped RunRef run, Instant since, Optional<String> waitingFor, String rule) {

    private static DueCancel of(RetentionPlan.Cancel due) {
      IdleRun run = due.run();
      return new DueCancel(
          new RunRef(run.id(), run.tenant(), run.agent(), run.status()),
          run.since(),
          run.waitingFor(),
          due.rule());
    }
  }

  /** A run that is kept, and why. */
  public record KeptRun(@JsonUnwrapped RunRef run, String reason) {

    private static KeptRun of(RetentionPlan.Kept kept) {
      return new KeptRun(RunRef.of(kept.run()), kept.reason());
    }
  }

  static RetentionView of(RetentionPlan plan, Optional<Retention.PlanResult> result) {
    return new RetentionView(
        RetentionPlanToken.of(plan).toString(),
        plan.asOf(),
        plan.due().stream().map(DueRun::of).toList(),
        plan.due().stream().mapToLong(RetentionPlan.Due::bytes).sum(),
        plan.kept().stream().map(KeptRun::of).toList(),
        plan.cancels().stream().map(DueCancel::of).toList(),
        plan.more(),
        result.map(Retention.PlanResult::erased),
        result.map(Retention.PlanResult::cancelled),
        result.map(Retention.PlanResult::skipped));
  }
}
