package dev.reprise.mcp;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.mcp.McpServerState.Status;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The connection that a server has at the moment, if any, and the server's state. Calls wait here
 * for a connection that is expected. Tested by {@code HttpAnswersTest}.
 */
final class CurrentConnection {

  private static final System.Logger LOG = System.getLogger(CurrentConnection.class.getName());

  private final String server;
  private final Clock clock;
  private final Duration longestWait;

  private Optional<McpConnection> connection = Optional.empty();
  private Optional<ToolQuarantine> tools = Optional.empty();
  private McpServerState state;
  private Optional<Instant> lostAt = Optional.empty();
  private boolean closing;

  /**
   * @param longestWait how long calls wait for a connection
   */
  CurrentConnection(String server, Clock clock, Duration longestWait) {
    this.server = server;
    this.clock = clock;
    this.longestWait = longestWait;
    this.state =
        new McpServerState(
            server, Status.CONNECTING, "", clock.instant(), 0, List.of(), List.of(), List.of());
  }

  synchronized McpServerState state() {
    return state;
  }

  /** Returns the tools that the server listed last; empty before it listed any. */
  synchronized Optional<ToolQuarantine> tools() {
    return tools;
  }

  /** Ends all waits for a connection. */
  synchronized void close() {
    closing = true;
    notifyAll();
  }

  /** Requests a new listing of the server's tools. */
  synchronized void listAgain() {
    connection.ifPresent(McpConnection::listAgain);
  }

  /**
   * Returns the connection; waits for one that is expected, for at most as long as calls may.
   *
   * @throws FaultException if there is none
   */
  synchronized McpConnection await() throws FaultException, InterruptedException {
    Instant latest = clock.instant().plus(longestWait);
    while (isExpected()) {
      Duration left = Duration.between(clock.instant(), latest);
      if (!left.isPositive()) {
        break;
      }
      wait(left.toMillis() + 1);
    }
    return live().orElseThrow(this::notConnected);
  }

  /** A connection that is over is removed in a moment, and another one is likely then. */
  private boolean isExpected() {
    boolean isComing = connection.isPresent() || state.status() == Status.CONNECTING;
    return live().isEmpty() && isComing && !closing;
  }

  private Optional<McpConnection> live() {
    return connection.filter(it -> it.endReason().isEmpty());
  }

  private FaultException notConnected() {
    String reason = state.detail().isEmpty() ? "" : ": it " + state.detail();
    return new FaultException(
        new Fault(
            FailureClass.CONNECTION, "MCP server %s is not connected%s".formatted(server, reason)));
  }

  /**
   * Notes that there is a connection, over which these tools were listed.
   *
   * @param leftOut the tools of the list that cannot be used
   */
  synchronized void connected(
      McpConnection connected, ToolQuarantine listed, List<LeftOutTool> leftOut) {
    tools = Optional.of(listed);
    lostAt = Optional.empty();
    int admitted = listed.admitted().size();
    if (connection.isEmpty()) {
      LOG.log(INFO, "MCP server {0}: connected, with {1} tools", server, admitted);
      connection = Optional.of(connected);
    }
    Instant since = state.status() == Status.CONNECTED ? state.since() : clock.instant();
    state =
        new McpServerState(
            server,
            Status.CONNECTED,
            "",
            since,
            admitted,
            leftOut,
            listed.quarantined(),
            listed.acknowledged());
    notifyAll();
  }

  /**
   * Notes that there is no connection. The loss of a good one is taken for a restart of the server,
   * for which calls wait; one that takes longer than they do is none.
   *
   * @param reason what happened; the server is its subject
   */
  synchronized void lost(String reason) {
    boolean wasConnected = connection.isPresent();
    connection = Optional.empty();
    if (wasConnected) {
      lostAt = Optional.of(clock.instant());
    }
    if (wasConnected || !state.detail().equals(reason)) {
      LOG.log(
          WARNING,
          "MCP server {0} {1}; this server connects again, and calls wait up to {2} s for it",
          server,
          reason,
          longestWait.toSeconds());
    }
    state =
        new McpServerState(
            server,
            isRestarting() ? Status.CONNECTING : Status.AWAY,
            reason,
            wasConnected ? clock.instant() : state.since(),
            state.tools(),
            state.leftOut(),
            state.quarantined(),
            state.acknowledged());
    notifyAll();
  }

  /** Returns whether the server was lost so recently that calls wait for it. */
  synchronized boolean isRestarting() {
    return lostAt.filter(since -> clock.instant().isBefore(since.plus(longestWait))).isPresent();
  }
}
