package dev.reprise.mcp;

import java.time.Instant;
import java.util.List;

/**
 * The state of a server.
 *
 * @param server the server's name
 * @param detail why the server is away; empty if it is not
 * @param since when it connected; without a connection, when it was lost or first wanted
 * @param tools how many of its tools are offered; while it is away, as many as it listed last
 * @param leftOut the tools that are not offered, because they cannot be used
 * @param quarantined the tools that are not offered, because their declarations have changed
 * @param acknowledged the changed declarations that were accepted, the newest first
 */
public record McpServerState(
    String server,
    Status status,
    String detail,
    Instant since,
    int tools,
    List<LeftOutTool> leftOut,
    List<QuarantinedTool> quarantined,
    List<AcknowledgedTool> acknowledged) {

  public McpServerState {
    leftOut = List.copyOf(leftOut);
    quarantined = List.copyOf(quarantined);
    acknowledged = List.copyOf(acknowledged);
  }

  /** Returns the same state with another detail. */
  public McpServerState saying(String words) {
    return new McpServerState(
        server, status, words, since, tools, leftOut, quarantined, acknowledged);
  }

  /** Whether calls reach the server. */
  public enum Status {
    /** This server is connecting to it; calls wait up to 20 seconds for that. */
    CONNECTING,
    /** It accepts calls. */
    CONNECTED,
    /** It cannot be reached. This server keeps connecting, and calls fail at once. */
    AWAY
  }
}
