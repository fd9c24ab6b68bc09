package dev.reprise.operations.killswitch;

import java.time.Instant;
import java.util.UUID;

/**
 * Something that an admin has stopped.
 *
 * @param tenant for whom; {@link #ALL} for all tenants
 * @param name of the tool or agent; empty for other kinds
 * @param reason in words
 */
public record KillSwitch(
    UUID id, String tenant, Kind kind, String name, String by, String reason, Instant at) {

  /** In the place of a tenant: all of them. */
  public static final String ALL = "*";

  /** What is stopped. */
  public enum Kind {
    /** No model is called. */
    MODEL_CALLS("calls of models are"),
    /** No dangerous tool is called. */
    DANGEROUS_TOOLS("calls of dangerous tools are"),
    /** No run or batch is submitted, forked or started by a schedule. */
    SUBMISSIONS("submissions are"),
    /** This tool is not called. */
    TOOL("tool '%s' is"),
    /** Runs of this agent call nothing, and no further ones are submitted. */
    AGENT("agent '%s' is"),
    /** No run of the tenant calls anything, and no further ones are submitted. */
    TENANT("this tenant is"),
    /** No stored code of a generated tool runs: each call has new code written. */
    STORED_CODE("stored code of generated tools is"),
    /** Code of a generated tool that must change is rewritten instead of repaired. */
    CODE_REPAIRS("repairs of generated tools are"),
    /** Both of these: each call of a generated tool has its own code written. */
    CODE_REUSE("reuse of code of generated tools is");

    private final String subject;

    /**
     * @param subject of a refusal, with its verb; has a place for the name if switches of this kind
     *     have one
     */
    Kind(String subject) {
      this.subject = subject;
    }

    /** Returns whether a switch of this kind names what it stops. */
    public boolean isNamed() {
      return subject.contains("%s");
    }
  }

  /** Says what is stopped, by whom, since when and why; for the refusals that it causes. */
  public String refusal() {
    return "%s switched off by %s since %s: %s"
        .formatted(kind.subject.formatted(name), by, at, reason);
  }
}
