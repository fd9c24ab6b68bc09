package dev.reprise.mcp;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.mcp.settings.McpServerSettings;
import dev.reprise.mcp.transport.ConnectionLostException;
import dev.reprise.mcp.transport.Transports;
import dev.reprise.platform.TenantScope;
import dev.reprise.resilience.BackOff;
import dev.reprise.resilience.FaultException;
import dev.reprise.resilience.Fence;
import dev.reprise.resilience.Jitter;
import dev.reprise.resilience.RetryPolicy;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One server: holds a connection to it, offers its tools, and calls them.
 *
 * <p>A thread of its own connects, lists the tools, waits for the end of the connection, and starts
 * again: after a second, then after twice as long each time up to a minute, or to two seconds while
 * calls wait for a restart, until a connection has lasted for a minute. So a process that dies at
 * once is soon started about once a minute. A session that a call finds lost is renewed at once.
 * Tested by {@code LeakyMcpServerTest}.
 */
final class McpServer implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(McpServer.class.getName());

  /** The member of {@code _meta} that carries the token; a name of our own needs a prefix there. */
  static final String FENCING_TOKEN = "reprise.dev/fencingToken";

  private static final RetryPolicy CONNECTIONS =
      new RetryPolicy(
          Integer.MAX_VALUE,
          BackOff.exponential(Duration.ofSeconds(1)),
          Duration.ofMinutes(1),
          Jitter.upTo(0.25));

  /** While calls wait. */
  private static final RetryPolicy RESTARTS =
      CONNECTIONS.withDelays(CONNECTIONS.backOff(), Duration.ofSeconds(2));

  private static final Duration PROVEN = Duration.ofMinutes(1);
  private static final Duration FOR_EVER = Duration.ofDays(365);
  private static final Duration TO_STOP = Duration.ofSeconds(10);

  private final McpServerSettings settings;
  private final ClientContext context;
  private final Transports transports;
  private final McpErrorMapper errors;
  private final CurrentConnection current;
  private final ToolOffer offer;
  private final ToolCalls calls;

  private final Set<McpConnection> retired = ConcurrentHashMap.newKeySet();

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
    this.transports =
        new Transports(settings, context.threads(), context.clock(), context.redaction());
    this.current =
        new CurrentConnection(settings.name(), context.clock(), context.waits().forConnection());
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
    retired.forEach(McpConnection::close);
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
  JsonNode call(ToolDeclaration tool, String name, JsonNode arguments, Calling with)
      throws FaultException, OutcomeUnknownException, ToolException, InterruptedException {
    return calls.call(tool, name, arguments, with);
  }

  private void supervise() {
    try {
      for (int failed = 1; ; failed++) {
        Instant begun = context.clock().instant();
        Optional<McpConnection> served = Optional.empty();
        try {
          McpConnection connected =
              McpConnection.open(transports.create(), errors, context.waits().forPing());
          served = Optional.of(connected);
          serve(connected);
        } catch (IOException | RuntimeException e) {
          current.lost(errors.ofServer(e));
        } finally {
          served.ifPresent(this::retire);
        }
        if (served.filter(McpConnection::isToBeRenewedAtOnce).isPresent()) {
          failed = 0; // each time a call was made, so the server is not asked without end
          continue;
        }
        boolean isProven = !context.clock().instant().isBefore(begun.plus(PROVEN));
        failed = served.isPresent() && isProven ? 1 : failed;
        context.pause().await(delay(failed));
      }
    } catch (InterruptedException e) {
      LOG.log(
          INFO, "MCP server {0}: disconnected, because Reprise is shutting down", settings.name());
    }
  }

  /** Offers the tools until the connection is over, which it reports as an exception. */
  private void serve(McpConnection connected) throws IOException, InterruptedException {
    Optional<String> oddity = Optional.empty();
    Instant next;
    ToolQuarantine tools;
    do {
      ToolPages.Listing listed = connected.tools(context.clock());
      next = context.clock().instant().plus(context.waits().betweenListings());
      if (!listed.oddity().equals(oddity)) {
        oddity = listed.oddity();
        oddity.ifPresent(it -> LOG.log(INFO, "MCP server {0} {1}", settings.name(), it));
      }
      var mapped = new McpToolMapper(this, settings, listed.tools());
      tools = offer.renew(mapped);
      current.connected(connected, tools, mapped.leftOut());
    } while (connected.awaitChange(context.clock(), next, nextPoll(tools)));
    throw new ConnectionLostException(errors.ofServer(connected.endReason().orElseThrow()));
  }

  /**
   * Ends a connection that is over: at once, or when the calls on a stale one have their answers.
   */
  private void retire(McpConnection connected) {
    if (!connected.isAnsweringOpenCalls()) {
      connected.close();
      return;
    }
    retired.add(connected);
    Thread thread = context.threads().newThread(() -> closeWhenIdle(connected));
    thread.setName("mcp " + settings.name() + " retired");
    thread.start();
  }

  private void closeWhenIdle(McpConnection connected) {
    try {
      connected.closeWhenIdle();
    } catch (InterruptedException e) {
      LOG.log(INFO, "MCP server {0}: its open calls end with Reprise", settings.name());
    } finally {
      retired.remove(connected);
    }
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
  boolean acknowledge(String tool, String digest, String who) {
    Optional<ToolQuarantine> tools = current.tools();
    if (tools.isEmpty() || !tools.get().acknowledge(tool, digest, who)) {
      return false;
    }
    LOG.log(INFO, "tool {0}: {1} acknowledged its new declaration; it is offered again", tool, who);
    current.listAgain();
    return true;
  }

  private Duration delay(int failed) {
    RetryPolicy policy = current.isRestarting() ? RESTARTS : CONNECTIONS;
    return policy.delay(failed, context.random());
  }
}
