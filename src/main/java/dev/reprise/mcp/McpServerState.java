package dev.reprise.mcp;

import java.time.Instant;
import java.util.List;

/**
 * Where a server stands.
 *
 * @param server its name
 * @param detail why it is away; empty if it is not
 * @param since when it stands there
 * @param tools how many of its tools are offered; as last seen while it is away
 * @param quarantined those that are not, because they are not what they were
 */
public record McpServerState(
    String server,
    Status status,
    String detail,
    Instant since,
    int tools,
    List<QuarantinedTool> quarantined) {

  public McpServerState {
    quarantined = List.copyOf(quarantined);
  }

  /** Returns the same in other words. */
  public McpServerState saying(String words) {
    return new McpServerState(server, status, words, since, tools, quarantined);
  }

  /** Whether it can be called. */
  public enum Status {
    /** It is being connected to; calls wait for that for some seconds. */
    CONNECTING,
    /** It takes calls. */
    CONNECTED,
    /** It could not be reached. It is tried again and again, and calls fail at once. */
    AWAY
  }
}
