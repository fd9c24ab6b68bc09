package dev.reprise.journal;

import java.util.UUID;

/**
 * What a record file says first: whose record it is, and what is needed to go on with the run.
 *
 * @param format always {@link #FORMAT}
 * @param version of the format; this product writes and reads 1
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

  /** How record files call themselves. */
  public static final String FORMAT = "reprise-record";

  /** The version that is written, and the only one there is. */
  public static final int VERSION = 1;
}
