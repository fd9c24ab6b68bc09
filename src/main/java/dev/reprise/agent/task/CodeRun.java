package dev.reprise.agent.task;

import java.util.Optional;
import java.util.UUID;

/**
 * Which generated code a call has run.
 *
 * @param role the generated tool
 * @param method of the tool
 * @param generation whose code ran
 * @param source where the code came from
 * @param failureClass the class of the failure, such as {@code adaptive}; empty if the code
 *     succeeded
 */
public record CodeRun(
    String role, String method, UUID generation, Source source, Optional<String> failureClass) {

  /** Where code came from. */
  public enum Source {
    /** It was there before the call. */
    PERSISTED,
    /** It was written for the call. */
    GENERATED,
    /** It was repaired for the call. */
    REPAIRED
  }
}
