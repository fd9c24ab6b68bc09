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
    MODEL_CALLS(false),
    /** No dangerous tool is called. */
    DANGEROUS_TOOLS(false),
    /** No run or batch is submitted, forked or started by a schedule. */
    SUBMISSIONS(false),
    /** This tool is not called. */
    TOOL(true),
    /** Runs of this agent call nothing, and no further ones are submitted. */
    AGENT(true),
    /** No run of the tenant calls anything, and no further ones are submitted. */
    TENANT(false);

    private final boolean isNamed;

    Kind(boolean isNamed) {
      this.isNamed = isNamed;
    }

    /** Returns whether a switch of this kind names what it stops. */
    public boolean isNamed() {
      return isNamed;
    }
  }

  /** Says what is stopped, by whom, since when and why; for the refusals that it causes. */
  public String refusal() {
    String what =
        switch (kind) {
          case MODEL_CALLS -> "calls of models are";
          case DANGEROUS_TOOLS -> "calls of dangerous tools are";
          case SUBMISSIONS -> "submissions are";
          case TOOL -> "tool '%s' is".formatted(name);
          case AGENT -> "agent '%s' is".formatted(name);
          case TENANT -> "this tenant is";
        };
    return "%s switched off by %s since %s: %s".formatted(what, by, at, reason);
  }
}
