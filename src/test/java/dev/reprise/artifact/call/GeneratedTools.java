package dev.reprise.artifact.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.task.AgentTask;
import dev.reprise.agent.task.TaskAnswer;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.Failure;
import dev.reprise.artifact.FeedReader;
import dev.reprise.artifact.TrustRules;
import dev.reprise.artifact.TrustRules.Promoter;
import dev.reprise.artifact.program.ProgramCheck;
import dev.reprise.artifact.program.ProgramIntake;
import dev.reprise.artifact.program.ProgramRunner;
import dev.reprise.artifact.store.ArtifactStore;
import dev.reprise.fixture.TestConfig;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.operations.killswitch.KillSwitches;
import dev.reprise.platform.Json;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fence;
import dev.reprise.sandbox.Sandbox;
import dev.reprise.sandbox.SandboxFixture;
import dev.reprise.sandbox.Script;
import dev.reprise.sandbox.ScriptResult;
import dev.reprise.telemetry.sdk.MeasuredTelemetry;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.StubTool;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.call.ToolUse;
import dev.reprise.tool.method.MethodTools;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * The generated tools of one tenant on one server: real store, sandbox and tools, and a model that
 * writes what a test tells it. A new one on the same tenant is a server after its restart.
 */
final class GeneratedTools {

  /** One sandbox for all tests, because the first script of one takes long. */
  final MeasuredTelemetry measured = new MeasuredTelemetry();

  private static final Sandbox SANDBOX = SandboxFixture.sandbox(Duration.ofSeconds(20));

  private final String tenant;
  private final Source source;
  private final Writer writer;
  private final ArtifactStore store;
  private final KillSwitches switches;
  private final ToolCaller caller;
  private final ProgramIntake intake;
  private final List<AgentTask> tasks = new ArrayList<>();
  private List<String> granted = List.of(CallArtifactTool.NAME, "fetch_feed", "delete_all");
  private ToolGrant grant = ToolGrant.WHOLE;
  private String agent = "clerk";

  /** What the tool {@code fetch_feed} gives. */
  interface Source {
    ToolOutcome read();
  }

  /** What the model answers to a request for code. */
  interface Writer {
    String write(String request);
  }

  GeneratedTools(String tenant, Source source, Writer writer, Map<String, String> properties) {
    this(TestDatabases.derby(), tenant, source, writer, properties);
  }

  GeneratedTools(
      DataSource database,
      String tenant,
      Source source,
      Writer writer,
      Map<String, String> properties) {
    this.tenant = tenant;
    this.source = source;
    this.writer = writer;
    this.store = new ArtifactStore(new Database(database), Clock.systemUTC());
    this.switches = new KillSwitches(new Database(database), System::nanoTime);
    var catalogue = new ToolCatalogue(List.of());
    this.caller = ToolFixture.caller(catalogue);
    var runner =
        new ProgramRunner(
            SANDBOX, ToolFixture.gate(catalogue, ToolFixture.policy()), caller, System::nanoTime);
    this.intake =
        new ProgramIntake(store, new ProgramCheck(runner, Clock.systemUTC()), Clock.systemUTC());
    var calls =
        new ArtifactCalls(
            store,
            switches,
            runner,
            intake,
            TestConfig.of(properties),
            measured.telemetry(),
            Clock.systemUTC());
    catalogue.offer(
        "test",
        List.of(
            MethodTools.of(new CallArtifactTool(calls)),
            tool("fetch_feed", EffectClass.READ_ONLY),
            tool("delete_all", EffectClass.IDEMPOTENT)));
  }

  private Tool tool(String name, EffectClass effect) {
    return new StubTool(
        ToolDeclaration.named(name, effect)
            .taking(new JsonValue("{\"type\": \"object\"}"))
            .in("test")
            .build(),
        request -> source.read());
  }

  /** Runs code in the sandbox alone. */
  static ScriptResult run(String code, String input) throws InterruptedException {
    return SANDBOX.run("acme", new Script(code, Json.read(input), Map.of())).ending();
  }

  /** Makes further calls those of an agent with these rights. */
  void isGranted(ToolGrant narrower, String... tools) {
    grant = narrower;
    granted = List.of(tools);
  }

  /** Makes further calls those of another agent. */
  void areCalledBy(String other) {
    agent = other;
  }

  /** Makes a call, and has the model write code for it as often as it needs. */
  ToolOutcome call(String method, String input, Optional<String> contract) throws Exception {
    ObjectNode arguments = Json.mapper().createObjectNode();
    arguments.put("role", "feed_reader").put("method", method);
    arguments.set("input", Json.read(input));
    contract.ifPresent(it -> arguments.set("contract", Json.read(it)));
    List<TaskAnswer> answers = new ArrayList<>();
    while (true) {
      CallResult result = attempt(arguments, answers);
      if (result.task().isEmpty()) {
        return result.outcome();
      }
      answers.add(answer(result.task().get()));
    }
  }

  /** Makes one attempt at a call, with the answers of the model so far. */
  CallResult attempt(JsonNode arguments, List<TaskAnswer> answers) throws Exception {
    var context =
        new CallContext(
            "key",
            new Workspace(Path.of("target")),
            origin(),
            CallProgress.UNHEARD,
            Fence.OPEN,
            answers);
    return caller.call(
        ToolUse.CLEARED_CALL,
        new ToolCall("c1", CallArtifactTool.NAME, new JsonValue(Json.write(arguments))),
        context);
  }

  private CallOrigin origin() {
    return new CallOrigin(
        tenant, new UUID(0, 1), agent, Optional.empty(), granted, grant, Map.of());
  }

  /**
   * Takes an answer.
   *
   * @param stored the artifact as it was read before
   */
  ProgramIntake.Taken taken(Artifact stored, TaskAnswer answer) throws Exception {
    var context =
        new CallContext("key", new Workspace(Path.of("target")), origin(), CallProgress.UNHEARD);
    return intake.take(
        stored.key(),
        stored.contract(),
        Optional.of(stored),
        answer,
        new TrustRules(List.of("*"), Promoter.PERSON, 3),
        ToolRequest.of(Json.mapper().createObjectNode(), context, "key", 1_000));
  }

  /** Has the model do a task. */
  TaskAnswer answer(AgentTask task) {
    tasks.add(task);
    String request = Json.read(task.input().text()).path("request").asText();
    return new TaskAnswer(
        UUID.randomUUID(),
        task,
        writer.write(request),
        Optional.of(new ModelId("anthropic", "opus")),
        Optional.empty());
  }

  /** Returns how often the model was asked. */
  int writes() {
    return tasks.size();
  }

  /** Returns the newest request to the model. */
  String request() {
    return Json.read(tasks.getLast().input().text()).path("request").asText();
  }

  Artifact artifact(String method) throws SQLException {
    return store.find(new ArtifactKey(tenant, "feed_reader", method)).orElseThrow();
  }

  /** Notes a call that found other data than the code was written for. */
  void drift(String method) throws SQLException {
    Failure failure = FeedReader.failure(FailureClass.ADAPTIVE);
    ArtifactKey key = artifact(method).key();
    store.called(key, Optional.of(failure), artifact -> artifact.failed(failure));
  }

  /** Makes the document of an artifact unreadable. */
  void corrupt(String method) throws SQLException {
    JdbcTransaction.single(
        TestDatabases.derby(),
        transaction ->
            transaction.update(
                "UPDATE artifact SET document = ? WHERE tenant = ? AND method = ?",
                "{\"cut",
                tenant,
                method));
  }

  ArtifactStore store() {
    return store;
  }

  KillSwitches switches() {
    return switches;
  }
}
