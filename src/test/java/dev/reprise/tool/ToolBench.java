package dev.reprise.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.Json;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.call.ToolUse;
import dev.reprise.tool.file.AppendFileTool;
import dev.reprise.tool.file.CountLinesTool;
import dev.reprise.tool.file.DeleteFileTool;
import dev.reprise.tool.file.EditFileTool;
import dev.reprise.tool.file.ListArchiveTool;
import dev.reprise.tool.file.ListFilesTool;
import dev.reprise.tool.file.MoveFileTool;
import dev.reprise.tool.file.ReadFileTool;
import dev.reprise.tool.file.SearchFilesTool;
import dev.reprise.tool.file.WriteFileTool;
import dev.reprise.tool.method.MethodTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The built-in tools over one directory, called as the engine calls them. */
public final class ToolBench {

  /** The idempotency key of all calls. */
  public static final String KEY = "run/phase/1/c1";

  public static final List<Tool> BUILT_IN =
      List.of(
          MethodTools.of(new ListFilesTool()),
          MethodTools.of(new ReadFileTool()),
          MethodTools.of(new ListArchiveTool()),
          MethodTools.of(new SearchFilesTool()),
          MethodTools.of(new CountLinesTool()),
          MethodTools.of(new WriteFileTool()),
          MethodTools.of(new AppendFileTool()),
          MethodTools.of(new EditFileTool()),
          MethodTools.of(new MoveFileTool()),
          MethodTools.of(new DeleteFileTool()));

  private final Path root;
  private final Supplier<Workspace> workspace;
  private final ToolCaller caller = ToolFixture.caller(new ToolCatalogue(BUILT_IN));

  public ToolBench(Path root) {
    this(root, () -> new Workspace(root)); // which a test may lay out later
  }

  /**
   * @param root of the workspace
   */
  ToolBench(Path root, Supplier<Workspace> workspace) {
    this.root = root;
    this.workspace = workspace;
  }

  /**
   * Returns arguments for a built-in tool that name this path, in each way that it can be named.
   */
  static List<Map<String, Object>> waysToName(String path, Tool tool) {
    return switch (tool.declaration().name()) {
      case "write_file", "append_file" -> List.of(Map.of("path", path, "content", "written"));
      case "search_files" -> List.of(Map.of("path", path, "pattern", "."));
      case "edit_file" -> List.of(Map.of("path", path, "old", "e", "new", "E", "all", true));
      case "move_file" ->
          List.of(Map.of("from", path, "to", "moved"), Map.of("from", "a.txt", "to", path));
      default -> List.of(Map.of("path", path));
    };
  }

  public Reconciliation reconcile(String tool, Map<String, Object> arguments) throws Exception {
    return caller.reconcile(called(tool, arguments), context(KEY));
  }

  public ToolOutcome call(String tool, Map<String, Object> arguments) throws Exception {
    return call(tool, KEY, arguments);
  }

  public ToolOutcome call(String tool, String key, Map<String, Object> arguments) throws Exception {
    return caller.call(ToolUse.CLEARED_CALL, called(tool, arguments), context(key)).outcome();
  }

  private CallContext context(String key) {
    return new CallContext(key, workspace.get(), TestCalls.origin(), CallProgress.UNHEARD);
  }

  private static ToolCall called(String tool, Map<String, Object> arguments) throws Exception {
    return new ToolCall("c1", tool, new JsonValue(Json.mapper().writeValueAsString(arguments)));
  }

  ToolOutcome undo(String tool, Map<String, Object> arguments) throws Exception {
    return caller.undo(called(tool, arguments), "", context(KEY)).outcome();
  }

  public String succeed(String tool, Map<String, Object> arguments) throws Exception {
    ToolOutcome outcome = call(tool, arguments);
    assertThat(outcome).isInstanceOf(ToolOutcome.Succeeded.class);
    return ((ToolOutcome.Succeeded) outcome).content();
  }

  public Failure fail(String tool, Map<String, Object> arguments) throws Exception {
    ToolOutcome outcome = call(tool, arguments);
    assertThat(outcome).isInstanceOf(ToolOutcome.Failed.class);
    return ((ToolOutcome.Failed) outcome).failure();
  }

  /** Writes a file, with the directories above it. */
  public Path given(String name, String content) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }
}
