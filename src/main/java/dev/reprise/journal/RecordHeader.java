package dev.reprise.journal;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * The first line of a record file: whose record it is, and what a server needs to continue the run.
 * It is flat: each component is a member of that line.
 *
 * @param format always {@link #FORMAT}
 * @param version of the format, always {@link #VERSION}
 * @param definition the document of the agent's version, as canonical JSON
 */
public record RecordHeader(
    String format,
    int version,
    UUID run,
    String tenant,
    String agent,
    String agentVersion,
    String definition,
    String workspace,
    String submittedBy) {

  /** A file may come from anywhere: a header without one of these is refused. */
  public RecordHeader {
    requireNonNull(format);
    requireNonNull(run);
    requireNonNull(tenant);
    requireNonNull(agent);
    requireNonNull(agentVersion);
    requireNonNull(definition);
    requireNonNull(workspace);
    requireNonNull(submittedBy);
  }

  /**
   * Returns the header of the audit record of a tenant, which is no run and has no agent.
   *
   * @param record the id of it, in the place of the run's
   */
  public static RecordHeader ofAudit(UUID record, String tenant) {
    return new RecordHeader(FORMAT, VERSION, record, tenant, "", "", "", "", "");
  }

  /** Returns whether this is the header of an audit record, which is no run. */
  public boolean hasNoRun() {
    return agent.isEmpty();
  }

  /** The name of the format. */
  public static final String FORMAT = "reprise-record";

  /** The version of the format that this product writes and reads. */
  public static final int VERSION = 1;

  /** Returns whether this product reads the format. */
  public boolean hasKnownFormat() {
    return format.equals(FORMAT) && version == VERSION;
  }
}
