package dev.reprise.tool.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Phase;
import dev.reprise.agent.PromptReference;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.message.Transcript;
import dev.reprise.definition.Documents;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.tool.TestCalls;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.call.ToolUse;
import dev.reprise.tool.method.MethodTools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The built-in surveyor's script and the real tools understand each other. */
class SurveyorWalkTest {

  private final ToolCaller tools =
      ToolFixture.caller(
          new ToolCatalogue(
              List.of(
                  MethodTools.of(new ListFilesTool()),
                  MethodTools.of(new ReadFileTool()),
                  MethodTools.of(new SearchFilesTool()),
                  MethodTools.of(new CountLinesTool()),
                  MethodTools.of(new WriteFileTool()))));
  private final ScriptedModel model = new ScriptedModel();
  private final Map<String, String> outputs = new HashMap<>();
  private final List<ToolOutcome> failures = new ArrayList<>();

  private final Path tree;

  SurveyorWalkTest(@TempDir Path tree) {
    this.tree = tree;
  }

  @Test
  void writesTrueFiguresIntoTheReport() throws Exception {
    write("README.md", "# Demo\n\nIt does everything.\n");
    write("CHANGELOG.md", "# 1.0\n");
    write("src/Main.java", "class Main {\n  // TODO {{calls.readme}}\n  int answer = 42;\n}\n");

    walk("answer = \\d+");

    assertThat(failures).isEmpty();
    assertThat(outputs.get("report")).contains("reprise-report.md");
    assertThat(Files.readString(tree.resolve("reprise-report.md")))
        .contains("| `java` | 1 | 4 |", "| **total** | 3 | 8 |")
        .contains("src/Main.java:3:   int answer = 42;")
        .contains("src/Main.java:2:   // TODO {{calls.readme}}")
        .contains("It does everything.", "# 1.0")
        .contains("The pattern looked for is `answer = \\d+`.");
  }

  @Test
  void surveysATreeWithoutReadmeAndChangeLog() throws Exception {
    write("main.c", "int main() { return 0; }\n");

    walk("nothing like it");

    assertThat(failures).hasSize(1).hasOnlyElementsOfType(ToolOutcome.Failed.class);
    assertThat(Files.readString(tree.resolve("reprise-report.md")))
        .contains("| `c` | 1 | 1 |")
        .contains("README.md", "no match");
  }

  private void walk(String pattern) throws Exception {
    AgentDefinition surveyor = Documents.reader().read(withoutDelays()).definition();
    for (Phase phase : surveyor.phases()) {
      outputs.put(phase.name(), answer(surveyor, phase, pattern));
    }
  }

  private String answer(AgentDefinition surveyor, Phase phase, String pattern) throws Exception {
    List<Message> transcript = new ArrayList<>();
    transcript.add(new Message.User(phase.prompt().fill(r -> value(r, pattern))));
    for (int iteration = 1; ; iteration++) {
      ModelReply reply =
          model.reply(
              new ModelRequest(
                  surveyor.models().first(),
                  "",
                  phase.name(),
                  iteration,
                  1,
                  ModelRequest.Purpose.ANSWER,
                  new Transcript(transcript),
                  List.of()));
      transcript.add(new Message.Assistant(reply.text(), reply.calls()));
      if (reply.calls().isEmpty()) {
        return reply.text();
      }
      for (ToolCall call : reply.calls()) {
        assertThat(phase.tools()).contains(call.tool());
        ToolOutcome outcome =
            tools
                .call(ToolUse.CLEARED_CALL, call, TestCalls.context(phase.name() + call.id(), tree))
                .outcome();
        transcript.add(new Message.ToolResult(call, outcome));
        if (outcome instanceof ToolOutcome.Failed) {
          failures.add(outcome);
        }
      }
    }
  }

  private String value(String reference, String pattern) {
    return switch (PromptReference.parse(reference).orElseThrow()) {
      case PromptReference.Input input -> pattern;
      case PromptReference.Output output -> outputs.getOrDefault(output.phase(), "");
    };
  }

  private static String withoutDelays() throws IOException {
    try (var in = SurveyorWalkTest.class.getResourceAsStream("/agents/surveyor.yaml")) {
      assertThat(in).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replaceAll("delay: PT[0-9.]+S", "delay: PT0S");
    }
  }

  private void write(String file, String text) throws IOException {
    Path path = tree.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
