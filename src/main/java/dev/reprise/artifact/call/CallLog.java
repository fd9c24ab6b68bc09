package dev.reprise.artifact.call;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.agent.task.TaskAnswer;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.Failure;
import dev.reprise.artifact.FailureCounts;
import dev.reprise.artifact.Fitness;
import dev.reprise.artifact.Generation;
import dev.reprise.artifact.Generation.Trigger;
import dev.reprise.artifact.Selection;
import dev.reprise.artifact.program.WriteRequest;
import dev.reprise.telemetry.Attribute;
import dev.reprise.telemetry.Telemetry;
import io.opentelemetry.api.common.Attributes;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The log lines about calls of artifacts. Their fields have the same names in each line, so that
 * they can be searched and counted. They hold nothing that code or models say.
 */
final class CallLog {

  private static final System.Logger LOG = System.getLogger(CallLog.class.getName());

  private CallLog() {}

  /**
   * Logs that code ran.
   *
   * @param after the artifact after the call
   * @param isFresh whether the code was written for this call
   */
  static void ran(
      ArtifactCall call,
      Generation ran,
      Artifact after,
      boolean isFresh,
      Optional<Failure> failure) {
    Trigger trigger = ran.origin().trigger();
    Telemetry.instruments()
        .artifactCalls
        .add(1, Attributes.of(Attribute.RESULT, isFresh ? "written" : "hit"));
    if (isFresh) {
      Telemetry.instruments()
          .artifactGenerations
          .add(
              1,
              Attributes.of(
                  Attribute.REASON,
                  word(trigger),
                  Attribute.RESULT,
                  failure.isEmpty() ? "worked" : "failed"));
    }
    boolean isRepaired = isFresh && trigger == Trigger.REPAIRED;
    Fitness fitness = after.fitness();
    FailureCounts failures = fitness.failures();
    LOG.log(
        INFO,
        "%s: ran; program_source=%s artifact_hit=%s artifact_prompt_version=%s artifact_contract_fingerprint=%s artifact_success=%d artifact_failure=%d artifact_intrinsic=%d artifact_adaptive=%d artifact_extrinsic=%d artifact_generation_trigger=%s repair_attempted=%s repair_succeeded=%s failure_class=%s"
            .formatted(
                subject(call),
                isFresh ? word(trigger) : "persisted",
                !isFresh,
                ran.origin().provenance().promptVersion().orElse("none"),
                ran.fingerprint(),
                fitness.successes(),
                failures.ofCode() + failures.extrinsic(),
                failures.intrinsic(),
                failures.adaptive(),
                failures.extrinsic(),
                word(trigger),
                wasRepaired(call),
                isRepaired && failure.isEmpty(),
                failure.map(it -> it.kind().code()).orElse("none")));
  }

  /** Logs that code must be written before the call goes on. */
  static void writes(ArtifactCall call, Selection selection, Optional<Artifact> stored) {
    LOG.log(
        INFO,
        "%s: code is written first; selection=%s selection_reason=%s artifact_hit=%s repair_attempted=%s writes=%d failure_class=%s"
            .formatted(
                subject(call),
                word(selection.action()),
                word(selection.reason()),
                stored.isPresent(),
                selection.action() == Selection.Action.REPAIR || wasRepaired(call),
                call.request().answers().size() + 1,
                stored
                    .flatMap(it -> it.fitness().lastFailure())
                    .map(it -> it.kind().code())
                    .orElse("none")));
  }

  private static boolean wasRepaired(ArtifactCall call) {
    List<TaskAnswer> answers = call.request().answers();
    return answers.stream().anyMatch(it -> WriteRequest.trigger(it.task()) == Trigger.REPAIRED);
  }

  private static String subject(ArtifactCall call) {
    return "run %s, call %s, artifact %s.%s"
        .formatted(
            call.request().origin().run(),
            call.request().idempotencyKey(),
            call.key().role(),
            call.key().method());
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
