package dev.reprise.telemetry;

import java.util.Locale;

/** The fields that lines about calls of generated tools have beside those of their run. */
public enum LogField {
  PROGRAM_SOURCE,
  ARTIFACT_HIT,
  ARTIFACT_PROMPT_VERSION,
  ARTIFACT_CONTRACT_FINGERPRINT,
  ARTIFACT_SUCCESS_COUNT,
  ARTIFACT_FAILURE_COUNT,
  ARTIFACT_INTRINSIC_FAILURE_COUNT,
  ARTIFACT_ADAPTIVE_FAILURE_COUNT,
  ARTIFACT_EXTRINSIC_FAILURE_COUNT,
  ARTIFACT_GENERATION_TRIGGER,
  REPAIR_ATTEMPTED,
  REPAIR_SUCCEEDED,
  FAILURE_CLASS;

  /** Returns the name of the field; the log in JSON puts {@code ext_} before it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
