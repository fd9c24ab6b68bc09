package dev.reprise.mcp;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.EffectClass;
import dev.reprise.platform.TenantScope;
import dev.reprise.resilience.BackOff;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import dev.reprise.resilience.Fence;
import dev.reprise.resilience.Jitter;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * One server: keeps a connection to it, offers its tools, and calls them.
 *
 * <p>A thread of its own connects, lists the tools, waits for the end of the connection, and begins
 * anew: after a second, then after twice as long each time up to a minute, until a connection has
 * lasted for a minute. So a process that dies at once is started about once a minute.
 */
final class McpServer implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(McpServer.class.getName());

  /** Under which a server is told the token; a name of our own needs a prefix in {@code _meta}. */
  static final String FENCING_TOKEN = "reprise.dev/fencingToken";

  private static final BackOff BACK_OFF = BackOff.exponential(Duration.ofSeconds(1));
  private static final Duration LONGEST_REST = Duration.ofMinutes(1);
  private static final Jitter JITTER = Jitter.upTo(0.25);
  private static final Duration PROVEN = Duration.ofMinutes(1);
  private static final Duration BETWEEN_LISTINGS = Duration.ofSeconds(1);
  private static final Duration FOR_CONNECTION = Duration.ofSeconds(20);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);
  private static final Duration FOR_EVER = Duration.ofDays(365);
  private static final Duration TO_STOP = Duration.ofSeconds(10);

  private final McpServerSettings settings;
  private final ClientContext surroundings;
  private final Offer catalogue;
  private final Transports transports;
  private final McpJsonMapper json;
  private final McpErrorMapper failures;

  private Optional<Thread> supervisor = Optional.empty();
  private Optional<McpConnection> connection = Optional.empty();
  private Optional<ToolQuarantine> judged = Optional.empty();
  private List<String> leftOut = List.of();
  private McpServerState state;
  private boolean closing;

  /**
   * What a call is made with but its arguments.
   *
   * @param key of the call, under which its progress is told
   * @param fence checked when there is a connection
   */
  record Calling(String key, Fence fence, CallProgress progress) {

    private Map<String, Object> meta() {
      return Map.of("progressToken", key, FENCING_TOKEN, fence.token());
    }
  }

  /** Who takes the tools of a server. */
  interface Offer {

    /**
     * Takes all tools of the server in the place of those before.
     *
     * @param withheld why others are not among them, by their names
     */
    void take(Collection<? extends Tool> tools, Map<String, String> withheld);
  }

  /**
   * Does not begin yet.
   *
   * @param catalogue takes its tools, in the place of those that it took before
   */
  McpServer(McpServerSettings settings, ClientContext surroundings, Offer catalogue) {
    this.settings = settings;
    this.surroundings = surroundings;
    this.catalogue = catalogue;
    this.json = Transports.json();
    this.failures = new McpErrorMapper(settings.name(), surroundings.redaction());
    this.transports = new Transports(settings, json, surroundings);
    this.state =
        new McpServerState(
            settings.name(),
            McpServerState.Status.CONNECTING,
            "",
            surroundings.clock().instant(),
            0,
            List.of());
  }

  /** Begins to connect, and goes on with that until it is closed. */
  synchronized void start() {
    Thread thread = surroundings.threads().newThread(this::supervise);
    thread.setName("mcp " + settings.name());
    supervisor = Optional.of(thread);
    thread.start();
  }

  /** Begins to end the connection, and the process if it is one. */
  synchronized void beginToClose() {
    closing = true;
    notifyAll();
    supervisor.ifPresent(Thread::interrupt);
  }

  /** Ends the connection, and the process if it is one; waits for that for ten seconds at most. */
  @Override
  public void close() {
    beginToClose();
    try {
      Optional<Thread> thread = supervisor();
      if (thread.isPresent() && !thread.get().join(TO_STOP)) {
        LOG.log(WARNING, "MCP server {0} does not end; it is left behind", settings.name());
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

  synchronized McpServerState state() {
    return state;
  }

  /**
   * Calls a tool, and waits for its answer.
   *
   * @param tool as it is declared here
   * @param name what the server calls it
   * @throws FaultException if the server did nothing about it, or it would have read only
   * @throws OutcomeUnknownException if the server may have done it
   * @throws ToolException if the server refuses the question
   */
  CallToolResult call(
      ToolDeclaration tool, String name, Map<String, Object> arguments, Calling with)
      throws FaultException, OutcomeUnknownException, ToolException, InterruptedException {
    var request = CallToolRequest.builder(name).arguments(arguments).meta(with.meta()).build();
    McpConnection connected = connection();
    with.fence().check(); // the wait for a connection may have been long
    try {
      return connected.call(request, with.key(), tool.timeout(), with.progress());
    } catch (RequestNotSentException e) {
      throw new FaultException(failures.refusal(e).orElseThrow(), e);
    } catch (TimeoutException e) {
      throw open(tool, e);
    } catch (ExecutionException e) {
      throw failed(tool, Objects.requireNonNullElse(e.getCause(), e));
    }
  }

  private ToolException failed(ToolDeclaration tool, Throwable cause)
      throws FaultException, OutcomeUnknownException {
    if (cause instanceof McpError error) {
      return new ToolException(
          McpResultMapper.FAILED,
          "MCP server %s answered: %s".formatted(settings.name(), failures.words(error)));
    }
    Optional<Fault> refusal = failures.refusal(cause);
    if (refusal.isPresent()) {
      throw new FaultException(refusal.get(), cause);
    }
    throw open(tool, cause);
  }

  /** Reading has no effect, so that it failed is all there is to know. */
  private OutcomeUnknownException open(ToolDeclaration tool, Throwable cause)
      throws FaultException {
    Fault fault = failures.open(cause);
    if (tool.effect() == EffectClass.READ_ONLY) {
      throw new FaultException(fault, cause);
    }
    return new OutcomeUnknownException(
        tool.name(), fault.message(), new FaultException(fault, cause));
  }

  /** Returns the connection, if need be once there is one. */
  private synchronized McpConnection connection() throws FaultException, InterruptedException {
    Instant latest = surroundings.clock().instant().plus(FOR_CONNECTION);
    while (isExpected()) {
      Duration left = Duration.between(surroundings.clock().instant(), latest);
      if (!left.isPositive()) {
        break;
      }
      wait(left.toMillis() + 1);
    }
    return live().orElseThrow(this::notConnected);
  }

  /** One that is over is let go in a moment, and then there is likely to be another. */
  private boolean isExpected() {
    boolean isComing = connection.isPresent() || state.status() == McpServerState.Status.CONNECTING;
    return live().isEmpty() && isComing && !closing;
  }

  private Optional<McpConnection> live() {
    return connection.filter(it -> it.end().isEmpty());
  }

  private FaultException notConnected() {
    String reason = state.detail().isEmpty() ? "" : ": it " + state.detail();
    return new FaultException(
        new Fault(
            FailureClass.CONNECTION,
            "MCP server %s is not connected%s".formatted(settings.name(), reason)));
  }

  private void supervise() {
    try {
      for (int failed = 1; ; failed++) {
        Instant begun = surroundings.clock().instant();
        boolean wasConnected = false;
        try (McpConnection connected = transports.connect()) {
          wasConnected = true;
          serve(connected);
          throw new ConnectionLostException(failures.ofServer(connected.end().orElseThrow()));
        } catch (IOException | RuntimeException e) {
          boolean isProven =
              wasConnected && !surroundings.clock().instant().isBefore(begun.plus(PROVEN));
          failed = isProven ? 1 : failed;
          away(failed, failures.ofServer(e));
        }
        surroundings.pause().await(rest(failed));
      }
    } catch (InterruptedException e) {
      LOG.log(INFO, "MCP server {0} is let go", settings.name());
    }
  }

  /** Offers its tools until the connection is over. */
  private void serve(McpConnection connected) throws IOException, InterruptedException {
    ToolQuarantine tools;
    do {
      tools = list(connected);
      connected(connected, tools);
      surroundings.pause().await(BETWEEN_LISTINGS); // however often it says that they have changed
    } while (connected.awaitChange(surroundings.clock(), nextLook(tools)));
  }

  /** A person may acknowledge a tool at another server of the database. */
  private Instant nextLook(ToolQuarantine tools) {
    Duration rest = tools.quarantined().isEmpty() ? FOR_EVER : BETWEEN_LOOKS;
    return surroundings.clock().instant().plus(rest);
  }

  private ToolQuarantine list(McpConnection connected) throws IOException, InterruptedException {
    var listing = new McpToolMapper(this, settings, connected.tools());
    ToolQuarantine judged = judged(listing.tools());
    catalogue.take(
        judged.admitted(),
        judged.quarantined().stream()
            .collect(Collectors.toMap(QuarantinedTool::tool, QuarantinedTool::reason)));
    tellOf(judged.quarantined());
    if (!listing.leftOut().equals(leftOut)) {
      leftOut = listing.leftOut();
      leftOut.forEach(
          tool -> LOG.log(WARNING, "MCP server {0}: not offered is {1}", settings.name(), tool));
    }
    return judged;
  }

  private ToolQuarantine judged(List<McpTool> listed) throws IOException {
    try {
      return new ToolQuarantine(settings, surroundings.known(), listed);
    } catch (SQLException e) {
      throw new IOException("its tools cannot be compared with what is known of them", e);
    }
  }

  private void tellOf(List<QuarantinedTool> quarantined) {
    if (!quarantined.equals(state().quarantined())) {
      quarantined.forEach(
          tool -> LOG.log(WARNING, "MCP server {0}: {1}", settings.name(), tool.reason()));
    }
  }

  /**
   * Has a tool that was quarantined offered again, as the server declares it now.
   *
   * @see ToolQuarantine#acknowledge
   */
  boolean acknowledge(String tool, String digest, String who) throws SQLException {
    Optional<ToolQuarantine> judged = judged();
    if (judged.isEmpty() || !judged.get().acknowledge(tool, digest, who)) {
      return false;
    }
    LOG.log(INFO, "tool {0} was acknowledged by {1} as it is declared now", tool, who);
    lookAgain();
    return true;
  }

  private synchronized Optional<ToolQuarantine> judged() {
    return judged;
  }

  private synchronized void lookAgain() {
    connection.ifPresent(McpConnection::lookAgain);
  }

  private synchronized void connected(McpConnection connected, ToolQuarantine judged) {
    this.judged = Optional.of(judged);
    int tools = judged.admitted().size();
    if (connection.isEmpty()) {
      LOG.log(INFO, "MCP server {0} is connected, with {1} tools", settings.name(), tools);
      connection = Optional.of(connected);
    }
    state =
        new McpServerState(
            settings.name(),
            McpServerState.Status.CONNECTED,
            "",
            state.status() == McpServerState.Status.CONNECTED
                ? state.since()
                : surroundings.clock().instant(),
            tools,
            judged.quarantined());
    notifyAll();
  }

  /** The first failure behind a good connection is a restart, which calls may wait for. */
  private synchronized void away(int failed, String reason) {
    boolean wasConnected = connection.isPresent();
    connection = Optional.empty();
    var status =
        wasConnected && failed == 1 ? McpServerState.Status.CONNECTING : McpServerState.Status.AWAY;
    if (wasConnected || !state.detail().equals(reason)) {
      LOG.log(
          WARNING,
          "MCP server {0} {1}; it is tried again, and its tools fail meanwhile",
          settings.name(),
          reason);
    }
    state =
        new McpServerState(
            settings.name(),
            status,
            reason,
            surroundings.clock().instant(),
            state.tools(),
            state.quarantined());
    notifyAll();
  }

  private Duration rest(int failed) {
    Duration delay = JITTER.spread(BACK_OFF.after(failed), surroundings.random());
    return delay.compareTo(LONGEST_REST) < 0 ? delay : LONGEST_REST;
  }
}
