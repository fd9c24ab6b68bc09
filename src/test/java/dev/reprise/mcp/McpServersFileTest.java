package dev.reprise.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.EffectClass;
import dev.reprise.fixture.EachMemberCounts;
import dev.reprise.mcp.settings.McpServerSettings;
import dev.reprise.mcp.settings.McpServerSettings.Endpoint;
import dev.reprise.mcp.settings.McpServersFile;
import dev.reprise.mcp.settings.SecretValues;
import dev.reprise.platform.document.DocumentSchema;
import dev.reprise.platform.redaction.RedactionRules;
import dev.reprise.tool.ToolDeclaration;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class McpServersFileTest {

  private final Path directory;
  private final Path file;

  McpServersFileTest(@TempDir Path directory) {
    this.directory = directory;
    this.file = directory.resolve("mcp.yaml");
  }

  private Path written(String name, String text) {
    try {
      return Files.writeString(directory.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<McpServerSettings> read(String text) {
    written("mcp.yaml", text);
    var config =
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(Map.of("GIT_TOKEN", " t0ken\n"), "test", 100))
            .build();
    return McpServersFile.read(file, config);
  }

  @Test
  void readsEachMemberOfTheSchema() {
    String secret = written("secret", "of the search server").toString();

    EachMemberCounts.check(
        DocumentSchema.MCP_SERVERS,
        text -> read(text.replace("/run/secrets/search", secret)),
        Set.of());
  }

  @Test
  void describesServers() throws IOException {
    Files.writeString(directory.resolve("key"), "k3y\n");
    List<McpServerSettings> servers =
        read(
            """
            - name: git
              transport: stdio
              command: [/usr/bin/node, server.js]
              env:
                PATH: /usr/bin
                TOKEN: {from: GIT_TOKEN}
              directory: /srv/git
              trusted: true
              effect: IDEMPOTENT
              timeout: PT2M
              resultLimit: 1000
              tools:
                commit: {effect: ONCE, dangerous: true, timeout: PT5M, resultLimit: 10}
                push: {enabled: false}
            - {name: search_2, transport: http, url: "https://tools.example/mcp?v=1", headers: {Authorization: {file: %s}}}
            """
                .formatted(directory.resolve("key")));

    McpServerSettings git = servers.getFirst();
    assertThat(git.endpoint())
        .isEqualTo(
            new Endpoint.Stdio(
                List.of("/usr/bin/node", "server.js"),
                new SecretValues(Map.of("PATH", "/usr/bin", "TOKEN", "t0ken"), Set.of("TOKEN")),
                Optional.of(Path.of("/srv/git"))));
    assertThat(git.trusted()).isTrue();
    assertThat(git.effect()).isEqualTo(EffectClass.IDEMPOTENT);
    assertThat(git.timeout()).isEqualTo(Duration.ofMinutes(2));
    assertThat(git.resultLimit()).isEqualTo(1000);
    assertThat(git.tool("commit"))
        .isEqualTo(
            new McpServerSettings.ToolSettings(
                Optional.of(EffectClass.ONCE),
                Optional.of(true),
                Optional.of(Duration.ofMinutes(5)),
                Optional.of(10),
                Optional.empty(),
                true));
    assertThat(git.tool("push").enabled()).isFalse();
    assertThat(git.tool("pull")).isEqualTo(McpServerSettings.ToolSettings.NONE);

    McpServerSettings search = servers.getLast();
    assertThat(search)
        .isEqualTo(
            new McpServerSettings(
                "search_2",
                new Endpoint.Http(
                    URI.create("https://tools.example/mcp?v=1"),
                    new SecretValues(Map.of("Authorization", "k3y"), Set.of("Authorization"))),
                false,
                EffectClass.ONCE,
                Duration.ofMinutes(1),
                ToolDeclaration.RESULT_LIMIT,
                Map.of()));
    assertThat(servers).asString().as("is in no log").doesNotContain("k3y", "t0ken");
  }

  @Test
  void treatsValuesFromElsewhereOrWithSecretNamesAsSecret() throws Exception {
    Files.writeString(directory.resolve("key"), "Bearer of-the-search-server");
    List<McpServerSettings> servers =
        read(
            """
            - name: a
              transport: stdio
              command: [b]
              env: {PATH: /usr/bin, API_TOKEN: plainly-written, SHORT_TOKEN: "1234"}
            - name: c
              transport: http
              url: "http://h/mcp"
              headers: {X-Key: {file: %s}, Authorization: "Basic YW5hOm9wZW4tc2VzYW1l", Accept: anything}
            """
                .formatted(directory.resolve("key")));

    assertThat(servers.getFirst().secrets())
        .allSatisfy(secret -> assertThat(secret.name()).isEqualTo("mcp.a.API_TOKEN"))
        .extracting(RedactionRules.Secret::value)
        .contains("plainly-written");
    assertThat(servers.getLast().secrets())
        .extracting(RedactionRules.Secret::value)
        .contains("Bearer of-the-search-server", "of-the-search-server", "open-sesame")
        .doesNotContain("anything");
  }

  private static final String PROCESS = "name: a, transport: stdio, command: [b]";
  private static final String HTTP = "name: a, transport: http, url: 'http://h/mcp'";

  static Stream<Arguments> reportsAnInvalidFile() {
    return Stream.of(
        Arguments.of("a: b", "the whole must be a list of at most 50 MCP servers"),
        Arguments.of("- a", "servers[0] must be an object"),
        Arguments.of("- {}", "servers[0].transport must be 'stdio' or 'http'"),
        Arguments.of("- {transport: sse}", "servers[0].transport must be 'stdio' or 'http'"),
        Arguments.of(
            "- {transport: stdio, command: [b]}", "servers[0].name must be 1 to 24 lower-case"),
        Arguments.of(
            "- {name: a__b, transport: stdio, command: [b]}", "servers[0].name must be 1 to"),
        Arguments.of(
            "- {name: a_, transport: stdio, command: [b]}", "servers[0].name must be 1 to"),
        Arguments.of(
            "- {name: %s, transport: stdio, command: [b]}".formatted("x".repeat(25)),
            "servers[0].name must be 1 to"),
        Arguments.of("- {%s}\n- {%s}".formatted(PROCESS, HTTP), "servers[1].name is taken"),
        Arguments.of("- {name: a, transport: stdio}", "servers[0].command must be a list"),
        Arguments.of(
            "- {name: a, transport: stdio, command: b}", "servers[0].command must be a list"),
        Arguments.of(
            "- {name: a, transport: stdio, command: [1]}", "servers[0].command must be a list"),
        Arguments.of("- {%s, url: 'http://h'}".formatted(PROCESS), "servers[0].url is not allowed"),
        Arguments.of("- {%s, env: [A]}".formatted(PROCESS), "servers[0].env must be an object"),
        Arguments.of("- {%s, env: {A-B: c}}".formatted(PROCESS), "servers[0].env.A-B is not"),
        Arguments.of(
            "- {%s, env: {A: 1}}".formatted(PROCESS), "servers[0].env.A must be a text, or {"),
        Arguments.of("- {%s, env: {A: \"b\\nc\"}}".formatted(PROCESS), "must have no control"),
        Arguments.of("- {%s, env: {A: {from: NONE}}}".formatted(PROCESS), "which has no value"),
        Arguments.of("- {%s, env: {A: {file: /none}}}".formatted(PROCESS), "which cannot be read"),
        Arguments.of(
            "- {%s, directory: here}".formatted(PROCESS), "servers[0].directory must be an abs"),
        Arguments.of("- {name: a, transport: http}", "servers[0].url must be an http or https URL"),
        Arguments.of(
            "- {name: a, transport: http, url: 'ftp://h'}", "servers[0].url must be an http"),
        Arguments.of(
            "- {name: a, transport: http, url: 'http://u:p@h'}", "servers[0].url must be an"),
        Arguments.of("- {%s, headers: {'A B': c}}".formatted(HTTP), "servers[0].headers.A B is"),
        Arguments.of(
            "- {%s, trusted: maybe}".formatted(HTTP), "servers[0].trusted must be true or"),
        Arguments.of(
            "- {%s, effect: RECONCILABLE}".formatted(HTTP),
            "servers[0].effect must be READ_ONLY, IDEMPOTENT or ONCE"),
        Arguments.of(
            "- {%s, timeout: PT2H}".formatted(HTTP), "servers[0].timeout must be an ISO-8601"),
        Arguments.of(
            "- {%s, timeout: soon}".formatted(HTTP), "servers[0].timeout must be an ISO-8601"),
        Arguments.of(
            "- {%s, resultLimit: 0}".formatted(HTTP), "servers[0].resultLimit must be a num"),
        Arguments.of(
            "- {%s, tools: {a: 1}}".formatted(HTTP), "servers[0].tools.a must be an object"),
        Arguments.of("- {%s, tools: {a: {b: 1}}}".formatted(HTTP), "servers[0].tools.a.b is not"));
  }

  @Test
  void reportsAllFaultsAtOnce() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    - {name: a b, transport: sse}
                    - {name: web, transport: http, url: "ftp://x", comand: [x]}
                    - {name: a, transport: stdio, command: [a], env: {K: {from: no.such}, L: {from: no.other}}}
                    - {name: a, transport: stdio, command: [a]}
                    - {name: b, transport: http, url: "ftp://x"}
                    """))
        .satisfies(
            e ->
                assertThat(String.valueOf(e.getMessage()).lines())
                    .allMatch(line -> line.startsWith("reprise.mcp.servers-file: "))
                    .anyMatch(line -> line.contains("servers[0].name must"))
                    .anyMatch(line -> line.contains("servers[0].transport must"))
                    .anyMatch(line -> line.contains("servers[1].comand is not allowed"))
                    .anyMatch(line -> line.contains("servers[2].env.K"))
                    .anyMatch(line -> line.contains("servers[2].env.L"))
                    .anyMatch(line -> line.contains("servers[3].name is taken"))
                    .anyMatch(line -> line.contains("servers[4].url must")));
  }

  @Test
  void reportsAllFaultsOfOneServer() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    - {name: a, transport: stdio, command: [a], directory: here, env: {K: {from: no.such}}}
                    - {name: a, transport: http, url: "http://u:p@h", comand: [x], headers: {H: {from: no.other}}}
                    """))
        .satisfies(
            e ->
                assertThat(String.valueOf(e.getMessage()).lines())
                    .hasSize(6)
                    .anyMatch(line -> line.contains("servers[0].directory must be an absolute"))
                    .anyMatch(line -> line.contains("servers[0].env.K"))
                    .anyMatch(line -> line.contains("servers[1].comand is not allowed"))
                    .anyMatch(line -> line.contains("servers[1].name is taken"))
                    .anyMatch(line -> line.contains("servers[1].url must be an http"))
                    .anyMatch(line -> line.contains("servers[1].headers.H")));
  }

  @ParameterizedTest
  @MethodSource
  void reportsAnInvalidFile(String text, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("reprise.mcp.servers-file: ")
        .hasMessageContaining(message);
  }
}
