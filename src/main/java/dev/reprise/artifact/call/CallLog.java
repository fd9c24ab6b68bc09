package dev.reprise.artifact.call;

import static dev.reprise.telemetry.LogField.ARTIFACT_ADAPTIVE_FAILURE_COUNT;
import static dev.reprise.telemetry.LogField.ARTIFACT_CONTRACT_FINGERPRINT;
import static dev.reprise.telemetry.LogField.ARTIFACT_EXTRINSIC_FAILURE_COUNT;
import static dev.reprise.telemetry.LogField.ARTIFACT_FAILURE_COUNT;
import static dev.reprise.telemetry.LogField.ARTIFACT_GENERATION_TRIGGER;
import static dev.reprise.telemetry.LogField.ARTIFACT_HIT;
import static dev.reprise.telemetry.LogField.ARTIFACT_INTRINSIC_FAILURE_COUNT;
import static dev.reprise.telemetry.LogField.ARTIFACT_PROMPT_VERSION;
import static dev.reprise.telemetry.LogField.ARTIFACT_SUCCESS_COUNT;
import static dev.reprise.telemetry.LogField.FAILURE_CLASS;
import static dev.reprise.telemetry.LogField.PROGRAM_SOURCE;
import static dev.reprise.telemetry.LogField.REPAIR_ATTEMPTED;
import static dev.reprise.telemetry.LogField.REPAIR_SUCCEEDED;

import dev.reprise.agent.task.CodeRun.Source;
import dev.reprise.agent.task.TaskAnswer;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.Failure;
import dev.reprise.artifact.FailureCounts;
import dev.reprise.artifact.Generation;
import dev.reprise.artifact.Generation.Trigger;
import dev.reprise.artifact.Selection;
import dev.reprise.artifact.program.WriteRequest;
import dev.reprise.telemetry.Attribute;
import dev.reprise.telemetry.LogField;
import dev.reprise.telemetry.LogLine;
import dev.reprise.telemetry.Telemetry;
import io.opentelemetry.api.common.Attributes;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The log lines about calls of artifacts. Their fields have the same names in each line, so that
 * they can be searched and counted. They hold nothing that code or models say.
 */
final class CallLog {

  private static final System.Logger LOG = System.getLogger(CallLog.class.getName());

  private final Telemetry telemetry;

  CallLog(Telemetry telemetry) {
    this.telemetry = telemetry;
  }

  /**
   * Logs that code ran, and counts it.
   *
   * @param after the artifact after the call
   */
  void ran(
      ArtifactCall call, Generation ran, Artifact after, Source source, Optional<Failure> failure) {
    boolean isFresh = source != Source.PERSISTED;
    telemetry
        .instruments()
        .artifactCalls
        .add(1, Attributes.of(Attribute.RESULT, isFresh ? "written" : "hit"));
    if (isFresh) {
      telemetry
          .instruments()
          .artifactGenerations
          .add(
              1,
              Attributes.of(
                  Attribute.REASON,
                  word(ran.origin().trigger()),
                  Attribute.RESULT,
                  failure.isEmpty() ? "worked" : "failed"));
    }
    FailureCounts failures = after.fitness().failures();
    boolean hasRepaired = source == Source.REPAIRED && failure.isEmpty();
    Map<LogField, String> fields = new EnumMap<>(LogField.class);
    fields.put(PROGRAM_SOURCE, word(source));
    fields.put(ARTIFACT_HIT, String.valueOf(!isFresh));
    fields.put(ARTIFACT_PROMPT_VERSION, ran.origin().provenance().promptVersion().orElse("none"));
    fields.put(ARTIFACT_CONTRACT_FINGERPRINT, ran.fingerprint());
    fields.put(ARTIFACT_SUCCESS_COUNT, String.valueOf(after.fitness().successes()));
    fields.put(ARTIFACT_FAILURE_COUNT, String.valueOf(failures.ofCode() + failures.extrinsic()));
    fields.put(ARTIFACT_INTRINSIC_FAILURE_COUNT, String.valueOf(failures.intrinsic()));
    fields.put(ARTIFACT_ADAPTIVE_FAILURE_COUNT, String.valueOf(failures.adaptive()));
    fields.put(ARTIFACT_EXTRINSIC_FAILURE_COUNT, String.valueOf(failures.extrinsic()));
    fields.put(ARTIFACT_GENERATION_TRIGGER, ran.origin().word());
    fields.put(REPAIR_ATTEMPTED, String.valueOf(wasRepaired(call)));
    fields.put(REPAIR_SUCCEEDED, String.valueOf(hasRepaired));
    fields.put(FAILURE_CLASS, failure.map(it -> it.kind().code()).orElse("none"));
    LogLine.info(LOG, subject(call) + ": ran", fields);
  }

  /** Logs that code must be written before the call goes on. */
  void writes(ArtifactCall call, Selection selection, Optional<Artifact> stored) {
    boolean isRepair = selection.action() == Selection.Action.REPAIR;
    Map<LogField, String> fields = new EnumMap<>(LogField.class);
    fields.put(ARTIFACT_HIT, String.valueOf(stored.isPresent()));
    fields.put(REPAIR_ATTEMPTED, String.valueOf(isRepair || wasRepaired(call)));
    fields.put(
        FAILURE_CLASS,
        stored
            .flatMap(it -> it.fitness().lastFailure())
            .map(it -> it.kind().code())
            .orElse("none"));
    LogLine.info(
        LOG,
        "%s: code is written first (%s, because it is %s), for the %d. time in this call"
            .formatted(
                subject(call),
                word(selection.action()),
                word(selection.reason()),
                call.request().answers().size() + 1),
        fields);
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
