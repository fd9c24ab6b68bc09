package dev.reprise.mcp;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.mcp.settings.McpServerSettings;
import dev.reprise.platform.TenantScope;
import dev.reprise.resilience.BackOff;
import dev.reprise.resilience.FaultException;
import dev.reprise.resilience.Fence;
import dev.reprise.resilience.Jitter;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * One server: holds a connection to it, offers its tools, and calls them.
 *
 * <p>A thread of its own connects, lists the tools, waits for the end of the connection, and starts
 * again: after a second, then after twice as long each time up to a minute, until a connection has
 * lasted for a minute. So a process that dies at once is started about once a minute.
 */
final class McpServer implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(McpServer.class.getName());

  /** The member of {@code _meta} that carries the token; a name of our own needs a prefix there. */
  static final String FENCING_TOKEN = "reprise.dev/fencingToken";

  private static final BackOff BACK_OFF = BackOff.exponential(Duration.ofSeconds(1));
  private static final Duration LONGEST_DELAY = Duration.ofMinutes(1);
  private static final Jitter JITTER = Jitter.upTo(0.25);
  private static final Duration PROVEN = Duration.ofMinutes(1);
  private static final Duration BETWEEN_LISTINGS = Duration.ofSeconds(1);
  private static final Duration FOR_EVER = Duration.ofDays(365);
  private static final Duration TO_STOP = Duration.ofSeconds(10);

  private final McpServerSettings settings;
  private final ClientContext context;
  private final Transports transports;
  private final McpErrorMapper errors;
  private final CurrentConnection current;
  private final ToolOffer offer;
  private final ToolCalls calls;

  private Optional<Thread> supervisor = Optional.empty();

  /**
   * What a call carries beside its arguments.
   *
   * @param key the call's key, under which its progress is reported
   * @param fence checked once there is a connection
   */
  record Calling(String key, Fence fence, CallProgress progress) {

    Map<String, Object> meta() {
      return Map.of("progressToken", key, FENCING_TOKEN, fence.token());
    }
  }

  /** Takes the tools of a server. */
  interface Offer {

    /**
     * Replaces all tools of the server.
     *
     * @param withheld why other tools are not among them, by their names
     */
    void take(Collection<? extends Tool> tools, Map<String, String> withheld);
  }

  /**
   * Does not connect yet.
   *
   * @param catalogue takes the server's tools, and replaces those that it took before
   */
  McpServer(McpServerSettings settings, ClientContext context, Offer catalogue) {
    this.settings = settings;
    this.context = context;
    this.errors = new McpErrorMapper(settings.name(), context.redaction());
    this.transports = new Transports(settings, Transports.json(), context);
    this.current = new CurrentConnection(settings.name(), context.clock());
    this.offer = new ToolOffer(settings, context.known(), catalogue);
    this.calls = new ToolCalls(settings.name(), current, errors);
  }

  /** Starts to connect, and keeps connecting until the server is closed. */
  synchronized void start() {
    Thread thread = context.threads().newThread(this::supervise);
    thread.setName("mcp " + settings.name());
    supervisor = Optional.of(thread);
    thread.start();
  }

  /** Starts to end the connection, and the process if it is one. */
  synchronized void beginToClose() {
    current.close();
    supervisor.ifPresent(Thread::interrupt);
  }

  /** Ends the connection, and the process if it is one; waits for ten seconds at most. */
  @Override
  public void close() {
    beginToClose();
    try {
      Optional<Thread> thread = supervisor();
      if (thread.isPresent() && !thread.get().join(TO_STOP)) {
        LOG.log(
            WARNING,
            "MCP server {0} has not ended within {1} s; Reprise shuts down without it",
            settings.name(),
            TO_STOP.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized Optional<Thread> supervisor() {
    return supervisor;
  }

  String name() {
    return settings.name();
  }

  TenantScope tenants() {
    return settings.tenants();
  }

  McpServerState state() {
    return current.state();
  }

  /**
   * Calls a tool, and waits for its answer.
   *
   * @param tool the tool's declaration here
   * @param name the tool's name at the server
   * @throws FaultException if the server did nothing, or the tool only reads
   * @throws OutcomeUnknownException if the server may have carried the call out
   * @throws ToolException if the server refuses the call
   */
  CallToolResult call(
      ToolDeclaration tool, String name, Map<String, Object> arguments, Calling with)
      throws FaultException, OutcomeUnknownException, ToolException, InterruptedException {
    return calls.call(tool, name, arguments, with);
  }

  private void supervise() {
    try {
      for (int failed = 1; ; failed++) {
        Instant begun = context.clock().instant();
        boolean wasConnected = false;
        try (McpConnection connected = transports.connect()) {
          wasConnected = true;
          serve(connected);
          throw new ConnectionLostException(errors.ofServer(connected.endReason().orElseThrow()));
        } catch (IOException | RuntimeException e) {
          boolean isProven =
              wasConnected && !context.clock().instant().isBefore(begun.plus(PROVEN));
          failed = isProven ? 1 : failed;
          current.lost(failed == 1, errors.ofServer(e));
        }
        context.pause().await(delay(failed));
      }
    } catch (InterruptedException e) {
      LOG.log(
          INFO, "MCP server {0}: disconnected, because Reprise is shutting down", settings.name());
    }
  }

  /** Offers the tools until the connection is over. */
  private void serve(McpConnection connected) throws IOException, InterruptedException {
    ToolQuarantine tools;
    do {
      tools = offer.renew(new McpToolMapper(this, settings, connected.tools(context.clock())));
      current.connected(connected, tools);
      context.pause().await(BETWEEN_LISTINGS); // however often it reports changes
    } while (connected.awaitChange(context.clock(), nextPoll(tools)));
  }

  /** A person may acknowledge a tool at another server of the database. */
  private Instant nextPoll(ToolQuarantine tools) {
    Duration delay = tools.quarantined().isEmpty() ? FOR_EVER : context.waits().betweenPolls();
    return context.clock().instant().plus(delay);
  }

  /**
   * Accepts a quarantined tool as the server declares it now, so that it is offered again.
   *
   * @see ToolQuarantine#acknowledge
   */
  boolean acknowledge(String tool, String digest, String who) throws SQLException {
    Optional<ToolQuarantine> tools = current.tools();
    if (tools.isEmpty() || !tools.get().acknowledge(tool, digest, who)) {
      return false;
    }
    LOG.log(INFO, "tool {0}: {1} acknowledged its new declaration; it is offered again", tool, who);
    current.listAgain();
    return true;
  }

  private Duration delay(int failed) {
    Duration delay = JITTER.spread(BACK_OFF.after(failed), context.random());
    return delay.compareTo(LONGEST_DELAY) < 0 ? delay : LONGEST_DELAY;
  }
}
