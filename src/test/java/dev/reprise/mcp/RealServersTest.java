package dev.reprise.mcp;

import static dev.reprise.mcp.McpFixture.failure;
import static dev.reprise.mcp.McpFixture.process;
import static dev.reprise.mcp.McpFixture.settings;
import static dev.reprise.mcp.McpFixture.text;
import static dev.reprise.mcp.McpFixture.trusted;
import static dev.reprise.mcp.McpFixture.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.mcp.settings.McpServerSettings;
import dev.reprise.mcp.settings.McpServerSettings.ToolSettings;
import dev.reprise.platform.Json;
import dev.reprise.tool.TestCalls;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.call.ToolUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the makers of the protocol call a server, driven over both transports. */
class RealServersTest {

  private final Path directory;

  RealServersTest(@TempDir Path directory) throws IOException {
    this.directory = directory.toRealPath();
  }

  enum Transport {
    STDIO,
    HTTP;

    /** Returns the server {@code everything}, and what must be closed after it. */
    RunningServer everything() throws IOException {
      return switch (this) {
        case STDIO ->
            new RunningServer(process(NpmServers.command("everything", "stdio")), () -> {});
        case HTTP -> {
          var http = new HttpServer();
          yield new RunningServer(http.endpoint(), http::close);
        }
      };
    }
  }

  record RunningServer(McpServerSettings.Endpoint endpoint, Runnable end) implements AutoCloseable {
    @Override
    public void close() {
      end.run();
    }
  }

  @ParameterizedTest
  @EnumSource
  void offersToolsAndCallsThem(Transport transport) throws Exception {
    try (var everything = transport.everything();
        var mcp = new McpFixture(settings("all", everything.endpoint())).connected()) {

      assertThat(mcp.tools()).containsKeys("all__echo", "all__get_sum", "all__get_tiny_image");
      assertThat(
              text(mcp.call("all__echo", Map.of("message", "grüß dich\n\u2028\"")))
                  .replace("Echo: ", ""))
          .isEqualTo("grüß dich\n\u2028\"");
      assertThat(text(mcp.call("all__get_sum", Map.of("a", 2, "b", 40.5)))).contains("42.5");
      assertThat(text(mcp.call("all__get_tiny_image", Map.of())))
          .contains("[an image (image/png, about ")
          .contains("was left out]");
      assertThat(
              Json.read(
                  text(mcp.call("all__get_structured_content", Map.of("location", "Chicago")))))
          .isEqualTo(
              Json.read(
                  "{\"temperature\": 36, \"conditions\": \"Light rain / drizzle\", \"humidity\": 82}"));
      assertThat(text(mcp.call("all__get_resource_links", Map.of("count", 2))))
          .contains("[resource ");
      assertThat(text(mcp.call("all__get_resource_reference", Map.of("resourceType", "Text"))))
          .contains("[resource demo://");
    }
  }

  @ParameterizedTest
  @EnumSource
  void reportsProgressWhileItWaits(Transport transport) throws Exception {
    try (var everything = transport.everything();
        var mcp = new McpFixture(settings("all", everything.endpoint())).connected()) {

      var told =
          mcp.callTellingProgress(
              "all__trigger_long_running_operation", Map.of("duration", 0.4, "steps", 4));

      assertThat(told).containsExactly("1.0 of 4.0", "2.0 of 4.0", "3.0 of 4.0", "4.0 of 4.0");
    }
  }

  @Test
  void passesAProcessOnlyNamedEnvironmentVariables() throws Exception {
    var named = Map.of("API_KEY", "s3cret", "EMPTY", "");
    try (var mcp =
        new McpFixture(settings("all", process(NpmServers.command("everything", "stdio"), named)))
            .connected()) {

      assertThat(Json.read(text(mcp.call("all__get_env", Map.of()))))
          .as("this process has a PATH and a HOME")
          .isEqualTo(Json.read("{\"API_KEY\": \"s3cret\", \"EMPTY\": \"\"}"));
    }
  }

  @Test
  void checksArgumentsAgainstTheServersSchema() throws Exception {
    try (var mcp =
        new McpFixture(settings("all", process(NpmServers.command("everything", "stdio"))))
            .connected()) {
      var caller = ToolFixture.caller(ToolFixture.catalogue(mcp.tools().values()));
      var call = new ToolCall("c1", "all__get_sum", new JsonValue("{\"a\": \"two\"}"));

      var result =
          caller.call(ToolUse.CLEARED_CALL, call, TestCalls.context("k", directory, call.tool()));

      assertThat(failure(result.outcome()).code()).isEqualTo("invalid_arguments");
      assertThat(failure(result.outcome()).message()).contains("/a", "required property 'b'");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "false, false, ONCE, true",
    "true, false, READ_ONLY, false",
    "true, true, IDEMPOTENT, false",
    "false, true, IDEMPOTENT, true",
  })
  void trustsReadOnlyHintsOnlyFromATrustedServer(
      boolean isTrusted, boolean isSaid, EffectClass effect, boolean dangerous) throws Exception {
    var endpoint = process(NpmServers.command("everything", "stdio"));
    var said =
        new ToolSettings(
            Optional.of(EffectClass.IDEMPOTENT),
            Optional.empty(),
            Optional.of(Duration.ofSeconds(3)),
            Optional.of(100),
            Optional.empty(),
            true);
    var hidden =
        new ToolSettings(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false);
    var settings = isTrusted ? trusted("all", endpoint) : settings("all", endpoint);
    var tools = isSaid ? Map.of("echo", said, "get-env", hidden) : Map.of("get-env", hidden);
    try (var mcp = new McpFixture(with(settings, tools)).connected()) {

      var echo = mcp.tool("all__echo").declaration();
      assertThat(echo.effect()).isEqualTo(effect);
      assertThat(echo.dangerous()).isEqualTo(dangerous);
      assertThat(echo.tags()).containsExactly("external");
      assertThat(echo.category()).isEqualTo("mcp");
      assertThat(echo.timeout()).isEqualTo(Duration.ofSeconds(isSaid ? 3 : 10));
      assertThat(echo.resultLimit()).isEqualTo(isSaid ? 100 : 64 * 1024);
      assertThat(mcp.tools()).doesNotContainKey("all__get_env");
    }
  }

  @Test
  void readsAndWritesFiles() throws Exception {
    Files.writeString(directory.resolve("a.txt"), "from the server of files");
    var command = NpmServers.command("filesystem", directory.toString());
    try (var mcp = new McpFixture(settings("files", process(command))).connected()) {

      String file = directory.resolve("a.txt").toString();
      assertThat(text(mcp.call("files__read_text_file", Map.of("path", file))))
          .contains("from the server of files");
      mcp.call(
          "files__write_file",
          Map.of("path", directory.resolve("b.txt").toString(), "content", "written"));
      assertThat(directory.resolve("b.txt")).hasContent("written");

      var refusal = failure(mcp.call("files__read_text_file", Map.of("path", "/etc/passwd")));
      assertThat(refusal.code()).isEqualTo("mcp_tool_failed");
      assertThat(refusal.message()).contains("Access denied");
    }
  }

  @Test
  void keepsWhatItIsTold() throws Exception {
    var environment = Map.of("MEMORY_FILE_PATH", directory.resolve("memory.jsonl").toString());
    var command = NpmServers.command("memory");
    try (var mcp = new McpFixture(settings("memory", process(command, environment))).connected()) {
      var entity =
          Map.of("name", "Ada", "entityType", "person", "observations", List.of("likes engines"));

      mcp.call("memory__create_entities", Map.of("entities", List.of(entity)));

      assertThat(text(mcp.call("memory__search_nodes", Map.of("query", "Ada"))))
          .contains("likes engines");
    }
  }
}
