package dev.reprise.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.Failure;
import dev.reprise.agent.JsonValue;
import dev.reprise.agent.ToolCall;
import dev.reprise.agent.ToolOutcome;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The built-in tools over one directory, called as the engine calls them. */
final class ToolBench {

  static final List<Tool> BUILT_IN =
      List.of(
          new ListFiles(),
          new ReadFile(),
          new SearchFiles(),
          new CountLines(),
          new WriteFile(),
          new AppendFile());

  private final Path root;
  private final ToolCaller caller = new ToolCaller(new ToolCatalogue(BUILT_IN));

  ToolBench(Path root) {
    this.root = root;
  }

  ToolOutcome call(String tool, Map<String, Object> arguments) throws Exception {
    String json = Json.mapper().writeValueAsString(arguments);
    var call = new ToolCall("c1", tool, new JsonValue(json));
    return caller.call(call, "run/phase/1/c1", new Workspace(root)).outcome();
  }

  String succeed(String tool, Map<String, Object> arguments) throws Exception {
    ToolOutcome outcome = call(tool, arguments);
    assertThat(outcome).isInstanceOf(ToolOutcome.Succeeded.class);
    return ((ToolOutcome.Succeeded) outcome).content();
  }

  Failure fail(String tool, Map<String, Object> arguments) throws Exception {
    ToolOutcome outcome = call(tool, arguments);
    assertThat(outcome).isInstanceOf(ToolOutcome.Failed.class);
    return ((ToolOutcome.Failed) outcome).failure();
  }

  /** Writes a file, with the directories above it. */
  Path given(String name, String content) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }
}
