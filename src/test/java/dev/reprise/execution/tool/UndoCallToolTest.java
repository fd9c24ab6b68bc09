package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Role;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.Json;
import dev.reprise.queue.fork.UndoRegistry;
import dev.reprise.queue.row.UndoingRuns;
import dev.reprise.run.state.RunStatus;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.UndoRequest;
import dev.reprise.tool.UndoableTool;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolUse;
import dev.reprise.tool.method.MethodTools;
import dev.reprise.tool.policy.ToolPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tool undoes calls only for the one run that may use it, in order, and once. */
class UndoCallToolTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final int OLDER = 5;
  private static final int NEWER = 7;
  private static final AgentDefinition AGENT = Agents.agent("mover").phase("only", "carve").build();

  private final UndoingRuns rows = new UndoingRuns(TestDatabases.derby());
  private final Stone stone = new Stone();

  private Path workspace;
  private UUID run;
  private UUID undo;
  private UndoRegistry undoings;
  private ToolCaller caller;

  @BeforeEach
  void anUndoOfTwoCalls(@TempDir Path workspace) throws Exception {
    this.workspace = workspace;
    run = rows.add(RunStatus.CANCELLED);
    undo = rows.add(RunStatus.RUNNING);
    var journal = new MemoryJournal(run);
    journal.append(new Writer(run, "acme", 0), Position.START, events()).await();
    undoings = rows.undoings(journal);
    assertThat(undoings.begin("acme", run, undo)).isEmpty();
    caller = callerUnder(ToolFixture.policy());
  }

  private ToolCaller callerUnder(ToolPolicy policy) {
    var stoneCaller = ToolFixture.caller(ToolFixture.catalogue(List.of(stone)), policy, Map.of());
    var tool = MethodTools.of(new UndoCallTool(undoings, (tenant, version) -> AGENT, stoneCaller));
    return ToolFixture.caller(ToolFixture.catalogue(List.of(tool)));
  }

  @Test
  void undoesWithTheArgumentsAndResultOfTheCall() throws Exception {
    assertThat(succeed(undo, NEWER)).contains("Call second of carve (event 7) is undone: smooth");

    UndoRequest undone = stone.undone.getFirst();
    assertThat(undone.arguments().path("word").asText()).isEqualTo("second");
    assertThat(undone.result()).isEqualTo("carved second");
    assertThat(undone.idempotencyKey()).isEqualTo(run + "/only/2/second");
    assertThat(undone.origin())
        .isEqualTo(
            new CallOrigin(
                "acme",
                undo,
                "mover",
                Optional.of(Role.OPERATOR),
                List.of("carve"),
                ToolGrant.WHOLE,
                Map.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"roles: [admin]", "tenants: [umbra]", "agents: [boss]"})
  void undoesNoCallOfAToolThatTheUserMayNotUse(String users, @TempDir Path rules) throws Exception {
    Path file =
        Files.writeString(rules.resolve("tools.yaml"), "- {name: carve, %s}".formatted(users));
    caller = callerUnder(ToolFixture.policy(file));

    assertThat(fail(undo, NEWER)).isEqualTo("tool_not_allowed");

    assertThat(stone.undone).isEmpty();
  }

  @Test
  void undoesOnceAndNewestFirst() throws Exception {
    assertThat(fail(undo, OLDER)).isEqualTo("newer_not_undone");
    succeed(undo, NEWER);
    assertThat(succeed(undo, NEWER)).contains("undone before");
    succeed(undo, OLDER);

    assertThat(stone.undone)
        .extracting(it -> it.arguments().path("word").asText())
        .containsExactly("second", "first");
  }

  @Test
  void undoesNoOlderCallIfANewerOneCannotBeUndone() throws Exception {
    stone.hard = true;

    assertThat(fail(undo, NEWER)).isEqualTo("too_hard");
    assertThat(fail(undo, OLDER)).isEqualTo("newer_not_undone");

    assertThat(stone.undone).isEmpty();
    stone.hard = false;
    succeed(undo, NEWER);
  }

  @Test
  void refusesOtherRunsAndTenants() throws Exception {
    assertThat(fail(rows.add(RunStatus.RUNNING), NEWER)).isEqualTo("not_an_undo");
    assertThat(code(call("other", undo, run, NEWER))).isEqualTo("not_an_undo");
    assertThat(code(call("acme", undo, undo, NEWER))).isEqualTo("not_an_undo");
    assertThat(code(call("acme", undo, UUID.randomUUID(), NEWER))).isEqualTo("not_an_undo");

    assertThat(stone.undone).isEmpty();
  }

  @Test
  void refusesARunThatAnotherUndoHasReplaced() throws Exception {
    rows.move(undo, RunStatus.FAILED);
    assertThat(undoings.begin("acme", run, UUID.randomUUID())).isEmpty();

    assertThat(fail(undo, NEWER)).isEqualTo("not_an_undo");
  }

  @Test
  void stopsWhenTheRunContinues() throws Exception {
    rows.move(run, RunStatus.QUEUED);
    assertThat(fail(undo, NEWER)).isEqualTo("run_goes_on");

    rows.move(run, RunStatus.PAUSED);
    succeed(undo, NEWER);
  }

  @Test
  void knowsNoCallThatDidNotEndThere() throws Exception {
    assertThat(fail(undo, 4)).isEqualTo("no_such_call");
    assertThat(fail(undo, 999)).isEqualTo("no_such_call");
  }

  private static List<RunEvent> events() {
    return List.of(
        Submissions.of("mover", "v", JsonValue.EMPTY_OBJECT, "here", "ana"),
        new LifecycleEvent.Admitted("server", NOW),
        new PhaseEvent.Started("only", "go", NOW),
        asks(1, "first"),
        new ToolCallEvent.Completed(
            new CallLocation("only", 1, "first"), "carved first", List.of(), Optional.empty()),
        asks(2, "second"),
        new ToolCallEvent.Completed(
            new CallLocation("only", 2, "second"), "carved second", List.of(), Optional.empty()),
        new ControlEvent.Cancelled("ana", "enough"));
  }

  private static RunEvent asks(int iteration, String word) {
    var call = new ToolCall(word, "carve", new JsonValue("{\"word\":\"%s\"}".formatted(word)));
    return Replies.of("only", iteration, "", List.of(call), new Usage(1, 1));
  }

  private String succeed(UUID by, int event) throws Exception {
    return ((ToolOutcome.Succeeded) call("acme", by, run, event)).content();
  }

  private String fail(UUID by, int event) throws Exception {
    return code(call("acme", by, run, event));
  }

  private static String code(ToolOutcome outcome) {
    return ((ToolOutcome.Failed) outcome).failure().code();
  }

  private ToolOutcome call(String tenant, UUID by, UUID of, int event) throws Exception {
    var arguments =
        JsonNodeFactory.instance.objectNode().put("run", of.toString()).put("event", event);
    var origin =
        new CallOrigin(
            tenant,
            by,
            "undo",
            Optional.of(Role.OPERATOR),
            List.of(UndoCallTool.NAME),
            ToolGrant.WHOLE,
            Map.of());
    return caller
        .call(
            ToolUse.CLEARED_CALL,
            new ToolCall("u", UndoCallTool.NAME, new JsonValue(Json.write(arguments))),
            new CallContext("key", new Workspace(workspace), origin, CallProgress.UNHEARD))
        .outcome();
  }

  /** Records the undo requests. */
  private static final class Stone implements UndoableTool {

    private final List<UndoRequest> undone = new ArrayList<>();
    private boolean hard;

    @Override
    public ToolDeclaration declaration() {
      return ToolDeclaration.named("carve", EffectClass.IDEMPOTENT)
          .describedAs("Carves a word.")
          .taking(
              new JsonValue(
                  "{\"type\": \"object\", \"properties\": {\"word\": {\"type\": \"string\"}}, \"required\": [\"word\"]}"))
          .in("stone")
          .within(Duration.ofSeconds(5))
          .build();
    }

    @Override
    public ToolOutcome call(ToolRequest request) {
      throw new UnsupportedOperationException("nothing is carved here");
    }

    @Override
    public ToolOutcome undo(UndoRequest request) throws ToolException {
      if (hard) {
        throw new ToolException("too_hard", "the stone is too hard");
      }
      undone.add(request);
      return new ToolOutcome.Succeeded("smooth");
    }
  }
}
