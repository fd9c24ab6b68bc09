package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.Role;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.Engine;
import dev.reprise.execution.Leases;
import dev.reprise.execution.phase.PhaseLoop;
import dev.reprise.execution.worker.Worker;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.operations.killswitch.KillSwitch;
import dev.reprise.operations.killswitch.KillSwitch.Kind;
import dev.reprise.queue.row.Claim;
import dev.reprise.run.ReplayedRun;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.call.ToolGate;
import dev.reprise.tool.method.MethodTools;
import dev.reprise.tool.policy.ToolPolicy;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The effect of the tool policy, and of tools' secrets, on a run. */
class PolicyAtWorkTest {

  private static final String CANARY = "canary/7Qx+never=seen";
  private static final Logger LOG = Logger.getLogger("dev.reprise");

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final ManualClock clock = new ManualClock(Engine.START);
  private final AttentiveModel model = new AttentiveModel();
  private final Vault vault = new Vault();
  private final MemoryJournal journal = Engine.submitted();
  private final UnhurriedJournal unhurried = new UnhurriedJournal(journal);
  private final Ear ear = new Ear();
  private final Path file;

  /** Set between a call's intent and the call. */
  private Optional<KillSwitch> switchedOff = Optional.empty();

  PolicyAtWorkTest(@TempDir Path directory) {
    this.file = directory.resolve("tools.yaml");
  }

  @BeforeEach
  void listen() {
    LOG.setUseParentHandlers(false);
    LOG.addHandler(ear);
  }

  @AfterEach
  void stop() {
    LOG.removeHandler(ear);
    LOG.setUseParentHandlers(true);
    executor.shutdownNow();
  }

  @Test
  void noSecretReachesTheRecordTheModelOrTheLog() throws Exception {
    work(
        "- {name: vault, secrets: [canary]}",
        """
        {"calls": [{"tool": "vault", "arguments": {"do": "echo", "key": "{{secret:canary}}"}}]},
        {"calls": [{"tool": "vault", "arguments": {"do": "throw", "key": "{{secret:canary}}"}},
                   {"tool": "vault", "arguments": {"do": "nest", "key": "{{secret:canary}}"}}]},
        {"calls": [{"tool": "vault", "arguments": {"do": "lose", "key": "{{secret:canary}}"}}]}""");

    assertThat(vault.keys).as("the tool has it").hasSize(4).containsOnly(CANARY);
    String record = journal.events().toString();
    assertThat(record).contains("{{secret:canary}}", "Basic [redacted:canary]");
    for (String text : List.of(record, model.requests.toString(), String.join("\n", ear.heard))) {
      assertThat(text).doesNotContain(CANARY, "7Qx", Vault.base64(CANARY));
    }
    assertThat(ear.heard).as("faults are logged").hasSizeGreaterThanOrEqualTo(3);
  }

  @Test
  void aResultIsCutAsThePolicySaysAndTheRestIsRead() throws Exception {
    work(
        "- {name: vault, resultLimit: 1024}",
        """
        {"calls": [{"tool": "vault", "arguments": {"do": "much", "key": ""}}]},
        {"calls": [{"tool": "read_result", "arguments":
            {"call_id": "t1c1", "phase": "only", "iteration": 1, "offset": 1024}}]}""");

    List<ToolCallEvent.Completed> results = all(ToolCallEvent.Completed.class);
    assertThat(results.getFirst().limit()).contains(1024);
    assertThat(results.getFirst().content()).hasSize(3_000);
    assertThat(model.requests.get(1).toString())
        .contains("[cut: the last 1976 of 3000 bytes are left out;")
        .doesNotContain("xy");
    assertThat(results.getLast().limit()).as("as usual").isEmpty();
    assertThat(results.getLast().content())
        .startsWith("x".repeat(1_975) + "y\n\n[bytes 1024 to 3000 of 3000: the end]");
  }

  @Test
  void noCallIsMadeOfAToolThatTheTenantMayNotUse() throws Exception {
    work(
        "- {name: vault, tenants: [others]}",
        "{\"calls\": [{\"tool\": \"vault\", \"arguments\": {\"do\": \"echo\", \"key\": \"\"}}]}");

    assertThat(all(ToolCallEvent.Failed.class))
        .singleElement()
        .satisfies(
            failed ->
                assertThat(failed.failure().toString())
                    .isEqualTo(
                        "tool_not_allowed: this server does not let your tenant use 'vault'"));
    assertThat(vault.keys).isEmpty();
  }

  @Test
  void noCallIsMadeOfAToolThatTheRunsRoleMayNotUse() throws Exception {
    work(
        "- {name: vault, roles: [admin]}",
        "{\"calls\": [{\"tool\": \"vault\", \"arguments\": {\"do\": \"echo\", \"key\": \"\"}}]}");

    assertThat(all(ToolCallEvent.Failed.class))
        .singleElement()
        .satisfies(
            failed ->
                assertThat(failed.failure().toString())
                    .isEqualTo(
                        "tool_not_allowed: 'vault' is only for runs of people with one of the roles"
                            + " [admin]"));
    assertThat(vault.keys).isEmpty();
  }

  @Test
  void aCallIsMadeOfAToolThatTheRunsRoleMayUse() throws Exception {
    work(
        "- {name: vault, roles: [operator]}",
        "{\"calls\": [{\"tool\": \"vault\", \"arguments\": {\"do\": \"echo\", \"key\": \"\"}}]}");

    assertThat(all(ToolCallEvent.Failed.class)).isEmpty();
    assertThat(vault.keys).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- {name: vault, tenants: [others]}",
        "- {name: vault, roles: [admin]}",
        "- {name: other, secrets: ['*']}"
      })
  void aCallThatMayHaveHappenedIsNotRecordedAsFailedIfItMayNotBeRestarted(String rules)
      throws Exception {
    String arguments = "{\"do\": \"echo\", \"key\": \"{{secret:canary}}\"}";
    var call = new ToolCall("c1", "vault", new JsonValue(arguments));

    work(
        rules,
        "{\"calls\": [{\"tool\": \"vault\", \"arguments\": %s}]}".formatted(arguments),
        new PhaseEvent.Started("only", "go", clock.instant()),
        Replies.of("only", 1, "", List.of(call), Usage.NONE),
        new ToolCallEvent.Started(
            new CallLocation("only", 1, "c1"),
            "vault",
            EffectClass.IDEMPOTENT,
            Optional.empty(),
            Optional.empty()));

    assertThat(all(ToolCallEvent.Reconciled.class))
        .singleElement()
        .satisfies(
            asked -> {
              assertThat(asked.finding()).isEqualTo(ReconciliationFinding.COULD_NOT_TELL);
              assertThat(asked.reason()).startsWith("this server may not start it again: ");
            });
    assertThat(all(ToolCallEvent.Failed.class)).isEmpty();
    assertThat(vault.keys).isEmpty();
    assertThat(model.requests).as("the model is told nothing yet").isEmpty();
  }

  /** The switch says nothing about the earlier attempt. */
  @Test
  void aCallThatMayHaveHappenedStaysInDoubtIfItIsSwitchedOffAfterItsIntent() throws Exception {
    String arguments = "{\"do\": \"echo\", \"key\": \"\"}";
    var call = new ToolCall("c1", "vault", new JsonValue(arguments));
    switchedOff =
        Optional.of(
            new KillSwitch(
                UUID.randomUUID(), "default", Kind.TOOL, "vault", "ana", "stop", Engine.START));

    work(
        "[]",
        "{\"calls\": [{\"tool\": \"vault\", \"arguments\": %s}]}".formatted(arguments),
        new PhaseEvent.Started("only", "go", clock.instant()),
        Replies.of("only", 1, "", List.of(call), Usage.NONE),
        new ToolCallEvent.Started(
            new CallLocation("only", 1, "c1"),
            "vault",
            EffectClass.IDEMPOTENT,
            Optional.empty(),
            Optional.empty()));

    assertThat(all(ToolCallEvent.Unknown.class))
        .as("%s", journal.events())
        .singleElement()
        .satisfies(it -> assertThat(it.failure().code()).isEqualTo("switched_off"));
    assertThat(all(ToolCallEvent.Failed.class)).isEmpty();
    assertThat(vault.keys).isEmpty();
  }

  @Test
  void aCallThatIsSwitchedOffAfterItsIntentFails() throws Exception {
    switchedOff =
        Optional.of(
            new KillSwitch(
                UUID.randomUUID(), "default", Kind.TOOL, "vault", "ana", "stop", Engine.START));

    work(
        "[]",
        "{\"calls\": [{\"tool\": \"vault\", \"arguments\": {\"do\": \"echo\", \"key\": \"\"}}]}");

    assertThat(all(ToolCallEvent.Failed.class))
        .singleElement()
        .satisfies(it -> assertThat(it.failure().code()).isEqualTo("switched_off"));
    assertThat(vault.keys).isEmpty();
  }

  private void work(String rules, String turns, RunEvent... before) throws Exception {
    Files.writeString(file, rules);
    AgentDefinition agent = agent(turns);
    var claim = new Claim(Engine.RUN, "default", journal.claim());
    var run =
        new ActiveRun(
            Leases.endless(claim),
            Optional.of(Role.OPERATOR),
            unhurried,
            ReplayedRun.from(journal, Engine.RUN, agent));
    run.append(new LifecycleEvent.Admitted("here", clock.instant()));
    for (RunEvent event : before) {
      run.append(event);
    }
    loop(ToolFixture.policy(file)).work(run, new Worker(run, Optional::empty, executor, clock));
  }

  private PhaseLoop loop(ToolPolicy policy) {
    return new EngineFixture(clock, model)
        .tools(vault, MethodTools.of(new ReadResultTool(unhurried)))
        .caller(catalogue -> caller(catalogue, policy))
        .policy(policy)
        .loop();
  }

  private ToolCaller caller(ToolCatalogue catalogue, ToolPolicy policy) {
    ToolGate gate =
        ToolFixture.gate(catalogue, policy, (tenant, agent, tool, isDangerous) -> switchedOff);
    return ToolFixture.caller(catalogue, policy, gate, Map.of("canary", CANARY));
  }

  private AgentDefinition agent(String turns) {
    var script =
        new JsonValue("{\"script\": {\"only\": [%s, {\"text\": \"done\"}]}}".formatted(turns));
    var limits = new Limits(20, Duration.ofDays(1));
    return Agents.agent("clerk")
        .provider("attentive", script)
        .phase("only", limits, "vault", "read_result")
        .build();
  }

  private <T extends RunEvent> List<T> all(Class<T> type) {
    return journal.events().stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** Makes events durable only when something waits for them. */
  private static final class UnhurriedJournal implements Journal {

    private final MemoryJournal journal;
    private long durable;

    UnhurriedJournal(MemoryJournal journal) {
      this.journal = journal;
      this.durable = journal.events().size();
    }

    @Override
    public PendingAppend append(
        Writer writer, Position head, List<? extends RunEvent> events, FencedUpdate row) {
      PendingAppend done = journal.append(writer, head, events, row);
      var written = new CompletableFuture<Integer>();
      return new PendingAppend(
          done.end(),
          done.events(),
          written,
          () -> {
            durable = done.end().sequence();
            written.complete(0);
          });
    }

    @Override
    public List<RecordedEvent> read(UUID run, Position after, int limit) {
      return journal.read(run, after, limit).stream()
          .filter(event -> event.sequence() <= durable)
          .toList();
    }

    @Override
    public Position position(UUID run, long sequence) {
      return journal.position(run, sequence);
    }
  }

  /** A tool that reveals its secret. */
  private static final class Vault implements Tool {

    private final List<String> keys = new ArrayList<>();

    static String base64(String text) {
      return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public ToolDeclaration declaration() {
      return ToolDeclaration.named("vault", EffectClass.ONCE)
          .taking(new JsonValue("{\"type\": \"object\"}"))
          .in("test")
          .build();
    }

    @Override
    public ToolOutcome call(ToolRequest request) throws Exception {
      String key = request.arguments().get("key").asText();
      synchronized (keys) {
        keys.add(key);
      }
      return switch (request.arguments().get("do").asText()) {
        case "echo" -> new ToolOutcome.Succeeded(key + ", Basic " + base64(key));
        case "throw" -> throw new IOException("401 for " + key);
        case "nest" -> throw new IOException("401", new IllegalStateException("key " + key));
        case "lose" ->
            throw new OutcomeUnknownException("vault", "sent " + key, new IOException(key));
        default -> new ToolOutcome.Succeeded("x".repeat(2_999) + "y");
      };
    }
  }

  /** Records its requests. */
  private static final class AttentiveModel extends ScriptedModel implements ChatModel {

    private final List<ModelRequest> requests = new ArrayList<>();

    @Override
    public String provider() {
      return "attentive";
    }

    @Override
    public ModelReply reply(ModelRequest request) throws ModelException, InterruptedException {
      requests.add(request);
      return super.reply(request);
    }
  }

  /** Records what is logged. */
  private static final class Ear extends Handler {

    private final List<String> heard = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void publish(LogRecord line) {
      var text = new StringWriter();
      if (line.getThrown() != null) {
        line.getThrown().printStackTrace(new PrintWriter(text));
      }
      heard.add(line.getMessage() + "\n" + text);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
