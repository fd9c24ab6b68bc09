package dev.reprise.tool.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.Json;
import dev.reprise.sandbox.SandboxFixture;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.StubTool;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolBench;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.method.MethodTools;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Code that a model wrote, with the tools that it may call. */
class RunCodeToolTest {

  private static final ToolGrant ASKED =
      new ToolGrant(Set.of(), Optional.empty(), Optional.empty(), true);

  private final Path root;
  private final RunCodeTool tool;

  RunCodeToolTest(@TempDir Path root) throws IOException {
    this.root = root;
    Files.writeString(root.resolve("a.txt"), "one\ntwo\n");
    List<Tool> tools = new ArrayList<>(ToolBench.BUILT_IN);
    var catalogue = new ToolCatalogue(tools);
    tool =
        new RunCodeTool(
            SandboxFixture.sandbox(Duration.ofSeconds(20)),
            ToolFixture.gate(catalogue, ToolFixture.policy()),
            ToolFixture.caller(catalogue));
  }

  @Test
  void givesWhatTheCodeReturnsAndWrites() throws Exception {
    assertThat(
            run(
                "console.log('sorting'); return input.sort((a, b) => a - b)",
                Json.read("[3, 1, 2.5]")))
        .isEqualTo(new ToolOutcome.Succeeded("[1,2.5,3]\n\nconsole:\nsorting\n"));
    assertThat(run("return null")).isEqualTo(new ToolOutcome.Succeeded("null"));
    assertThat(run("1 + 1"))
        .isEqualTo(
            new ToolOutcome.Succeeded("the code returned nothing; a result is what it returns"));
  }

  @Test
  void callsToolsThatRead() throws Exception {
    assertThat(run("return (await callTool('read_file', {path: 'a.txt'})).includes('two')"))
        .isEqualTo(new ToolOutcome.Succeeded("true"));
    assertThat(
            run(
                """
                try {
                  await callTool('read_file', {path: '../b.txt'});
                } catch (e) {
                  return [e.name, e.code];
                }
                """))
        .isEqualTo(new ToolOutcome.Succeeded("[\"HostError\",\"path_outside_workspace\"]"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "await callTool('write_file', {path: 'b.txt', content: ''}) | tools that only read",
        "await callTool('run_code', {code: 'return 1'})             | none of the tools",
        "await callTool('delete_file', {path: 'a.txt'})             | none of the tools",
        "await callTool('wait_until', {for: 'PT1S'})                | none of the tools",
        "await callTool('rm', {})                                   | none of the tools",
        "await callTool()                                           | none of the tools",
        "await callTool('list_files', {})                           | a person has to approve",
        "for (;;) { await callTool('read_file', {path: 'a.txt'}) }  | at most 100 tools",
      })
  void callsNoOthers(String code, String why) throws Exception {
    Failure failure = failure(run(code));

    assertThat(failure.code()).isEqualTo("code_failed");
    assertThat(failure.message()).startsWith("HostError: ").contains(why);
    assertThat(root.resolve("b.txt")).doesNotExist();
  }

  @Test
  void saysWhyCodeFailed() throws Exception {
    assertThat(failure(run("console.log('so far');\nnull.x")))
        .isEqualTo(
            new Failure(
                "code_failed",
                "TypeError: cannot read property 'x' of null (line 2)\n\nconsole:\nso far\n"));
    assertThat(failure(run("await new Promise(() => {})")).message())
        .contains("promise that nothing will settle");
    assertThat(failure(run("const f = () => f() + 1; f()")).code()).isEqualTo("limit_exceeded");
    assertThat(failure(run("return 'x'.repeat(2000000)")).message())
        .startsWith("the result has more than");
  }

  @Test
  void endsWhenItsTimeIsUp() throws Exception {
    var hasty =
        new RunCodeTool(
            SandboxFixture.sandbox(Duration.ofSeconds(1)),
            ToolFixture.gate(new ToolCatalogue(List.of()), ToolFixture.policy()),
            ToolFixture.caller(new ToolCatalogue(List.of())));

    assertThat(failure(MethodTools.of(hasty).call(request("for (;;);", Json.read("null")))))
        .isEqualTo(new Failure("limit_exceeded", "the code was ended after PT1S"));
  }

  @ParameterizedTest
  @ValueSource(classes = {InterruptedException.class, ClosedByInterruptException.class})
  void endsWhenACallOfItsIsInterrupted(Class<? extends Exception> interrupt) {
    var calls = new AtomicInteger();
    var interrupted =
        StubTool.taking(
            "{\"type\": \"object\"}",
            request -> {
              calls.incrementAndGet();
              throw interrupt.getDeclaredConstructor().newInstance();
            });
    var catalogue = new ToolCatalogue(List.of(interrupted));
    var stubborn =
        new RunCodeTool(
            SandboxFixture.sandbox(Duration.ofSeconds(20)),
            ToolFixture.gate(catalogue, ToolFixture.policy()),
            ToolFixture.caller(catalogue));

    assertThatThrownBy(
            () ->
                MethodTools.of(stubborn)
                    .call(
                        request(
                            "for (;;) { try { await callTool('stub') } catch { } }",
                            Json.read("null"))))
        .isInstanceOf(InterruptedException.class);
    assertThat(calls).hasValue(1);
  }

  private static Failure failure(ToolOutcome outcome) {
    return ((ToolOutcome.Failed) outcome).failure();
  }

  private ToolOutcome run(String code) throws Exception {
    return run(code, Json.read("null"));
  }

  private ToolOutcome run(String code, JsonNode input) throws Exception {
    return MethodTools.of(tool).call(request(code, input));
  }

  private ToolRequest request(String code, JsonNode input) {
    ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("code", code);
    arguments.set("input", input);
    var origin =
        new CallOrigin(
            "acme",
            new UUID(0, 1),
            "clerk",
            Optional.empty(),
            List.of("read_file", "write_file", "list_files", "stub"),
            ToolGrant.WHOLE,
            Map.of("list_files", ASKED));
    return ToolRequest.of(
        arguments,
        new CallContext("key", new Workspace(root), origin, CallProgress.UNHEARD),
        "external",
        ToolDeclaration.RESULT_LIMIT);
  }
}
