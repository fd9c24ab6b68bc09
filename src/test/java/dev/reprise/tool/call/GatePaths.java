package dev.reprise.tool.call;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.sandbox.HostFunctionException;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.ReconcilableTool;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolBench;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.UndoRequest;
import dev.reprise.tool.UndoableTool;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.code.ScriptToolCalls;
import dev.reprise.tool.file.FileSource;
import dev.reprise.tool.policy.ToolPolicy;
import dev.reprise.tool.sql.SqlFixture;
import dev.reprise.tool.sql.SqlRecords;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Every path to a tool, on tools that count how often they are reached. */
final class GatePaths {

  /** A path to a tool. */
  enum Way {
    CALL("reads"),
    CLEARED_CALL("reads"),
    NESTED_CALL("reads"),
    UNDO("undoes"),
    INQUIRY("tells"),
    SQL_SOURCE("sql_query"),
    FILE_SOURCE("read_file");

    private final String tool;

    Way(String tool) {
      this.tool = tool;
    }

    String tool() {
      return tool;
    }

    /** Returns whether a person could have been asked before the tool is reached. */
    boolean isAttended() {
      return this == CLEARED_CALL || this == UNDO || this == INQUIRY;
    }
  }

  private final AtomicInteger reached = new AtomicInteger();
  private final Path root;
  private final ToolGate gate;
  private final ToolCaller caller;
  private final SqlRecords records;
  private final FileSource files;

  /**
   * @param dangerous whether the tools are
   */
  GatePaths(Path root, ToolPolicy policy, ToolGate.Switches switches, boolean dangerous) {
    this.root = root;
    var catalogue =
        new ToolCatalogue(
            Stream.concat(
                    ToolBench.BUILT_IN.stream(),
                    Stream.<Tool>of(
                        SqlFixture.tool(),
                        new Reads(dangerous),
                        new Undoes(dangerous),
                        new Tells(dangerous)))
                .toList());
    this.gate = ToolFixture.gate(catalogue, policy, switches);
    this.caller = ToolFixture.caller(catalogue, policy, gate, Map.of());
    this.records = SqlFixture.records(gate, "shop", "acme", SqlFixture.shop());
    this.files = new FileSource(gate, ToolFixture.workspaces("data", root));
  }

  int reached() {
    return reached.get();
  }

  /** Goes one way, and returns the code of the refusal, if it is refused. */
  Optional<String> go(Way way, CallOrigin origin) throws Exception {
    var call = new ToolCall("c1", way.tool(), JsonValue.EMPTY_OBJECT);
    var context = new CallContext("key", new Workspace(root), origin, CallProgress.UNHEARD);
    return switch (way) {
      case CALL -> code(caller.call(ToolUse.CALL, call, context).outcome());
      case CLEARED_CALL -> code(caller.call(ToolUse.CLEARED_CALL, call, context).outcome());
      case NESTED_CALL -> nested(call, context);
      case UNDO -> code(caller.undo(call, "", context).outcome());
      case INQUIRY ->
          caller.reconcile(call, context) instanceof Reconciliation.CannotTell
              ? Optional.of("cannot_tell")
              : Optional.empty();
      case SQL_SOURCE ->
          source(
              () ->
                  records.read(
                      origin,
                      new SqlRecords.Query("shop", "SELECT id FROM customer", List.of(), 1),
                      new Rows()));
      case FILE_SOURCE -> source(() -> files.open(origin, "data", "a.txt").close());
    };
  }

  private Optional<String> nested(ToolCall call, CallContext context) throws Exception {
    var request = ToolRequest.of(JsonNodeFactory.instance.objectNode(), context, "external", 1_000);
    try {
      new ScriptToolCalls(gate, caller, request)
          .call(JsonNodeFactory.instance.arrayNode().add(call.tool()));
      return Optional.empty();
    } catch (HostFunctionException e) {
      return Optional.of(e.code());
    }
  }

  private interface Reading {
    void read() throws Exception;
  }

  private Optional<String> source(Reading reading) throws Exception {
    try {
      reading.read();
      reached.incrementAndGet();
      return Optional.empty();
    } catch (NotPermittedException e) {
      return Optional.of(e.failure().code());
    } catch (ToolException e) {
      return Optional.of(e.failure().code());
    }
  }

  private static Optional<String> code(ToolOutcome outcome) {
    return outcome instanceof ToolOutcome.Failed failed
        ? Optional.of(failed.failure().code())
        : Optional.empty();
  }

  private static ToolDeclaration declaration(String name, EffectClass effect, boolean dangerous) {
    return ToolDeclaration.named(name, effect)
        .taking(new JsonValue("{\"type\": \"object\"}"))
        .in("test")
        .dangerousIf(dangerous)
        .build();
  }

  private final class Reads implements Tool {

    private final boolean dangerous;

    Reads(boolean dangerous) {
      this.dangerous = dangerous;
    }

    @Override
    public ToolDeclaration declaration() {
      return GatePaths.declaration("reads", EffectClass.READ_ONLY, dangerous);
    }

    @Override
    public ToolOutcome call(ToolRequest request) {
      reached.incrementAndGet();
      return new ToolOutcome.Succeeded("read");
    }
  }

  private final class Undoes implements UndoableTool {

    private final boolean dangerous;

    Undoes(boolean dangerous) {
      this.dangerous = dangerous;
    }

    @Override
    public ToolDeclaration declaration() {
      return GatePaths.declaration("undoes", EffectClass.IDEMPOTENT, dangerous);
    }

    @Override
    public ToolOutcome call(ToolRequest request) {
      throw new UnsupportedOperationException("only its undo is asked for");
    }

    @Override
    public ToolOutcome undo(UndoRequest request) {
      reached.incrementAndGet();
      return new ToolOutcome.Succeeded("undone");
    }
  }

  private final class Tells implements ReconcilableTool {

    private final boolean dangerous;

    Tells(boolean dangerous) {
      this.dangerous = dangerous;
    }

    @Override
    public ToolDeclaration declaration() {
      return GatePaths.declaration("tells", EffectClass.RECONCILABLE, dangerous);
    }

    @Override
    public ToolOutcome call(ToolRequest request) {
      throw new UnsupportedOperationException("only its answer is asked for");
    }

    @Override
    public Reconciliation reconcile(ToolRequest request) {
      reached.incrementAndGet();
      return new Reconciliation.DidNotHappen();
    }
  }

  private static final class Rows implements SqlRecords.Receiver {

    @Override
    public int maxLength() {
      return 1_000;
    }

    @Override
    public void take(int row, ObjectNode fields) {}

    @Override
    public void refuse(int row, String reason) {
      throw new AssertionError(reason);
    }

    @Override
    public boolean isDone() {
      return false;
    }
  }
}
