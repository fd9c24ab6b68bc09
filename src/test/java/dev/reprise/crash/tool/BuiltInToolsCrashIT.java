package dev.reprise.crash.tool;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.ledger.CrashPoint;
import dev.reprise.crash.fixture.ledger.LedgerProcess;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The crash matrix for the product's own tools. A real server is killed before the intent of each
 * tool, after its effect and after its result; the test then looks for the effect outside the
 * server.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BuiltInToolsCrashIT {

  private static final List<CrashPoint> POINTS =
      List.of(CrashPoint.BEFORE_INTENT, CrashPoint.AFTER_EFFECT, CrashPoint.AFTER_RESULT);

  private final LedgerProcess ledger = LedgerProcess.start(Duration.ZERO);
  private final Site site;
  private final Map<UUID, RecordedRun> before = new HashMap<>();
  private final Map<String, UUID> runs = new HashMap<>();

  BuiltInToolsCrashIT(@TempDir Path directory) throws IOException {
    Path agents = Files.createDirectory(directory.resolve("agents"));
    arguments().forEach((tool, arguments) -> write(agents, name(tool), agent(tool, arguments)));
    Path policy = directory.resolve("policy.yaml");
    Files.writeString(policy, "- {name: http_post, approval: never}\n");
    site =
        Site.named(
            "built-in",
            ledger
                .serve(ServerOptions.DEFAULT)
                .with("REPRISE_AGENTS_DIR", agents.toString())
                .with("REPRISE_TOOLS_POLICY_FILE", policy.toString())
                .with("REPRISE_WEB_NETWORKS", "127.0.0.0/8,::1/128")
                .with("REPRISE_WEB_PORTS", Integer.toString(ledger.uri().getPort()))
                .with("REPRISE_DISPATCH_MAX_RUNNING", "40"));
  }

  private Map<String, String> arguments() {
    return Map.of(
        "note", "{key: \"{{prompt}}\", text: kept}",
        "move_file", "{from: \"{{prompt}}.txt\", to: \"{{prompt}}-moved.txt\"}",
        "edit_file", "{path: \"{{prompt}}-edit.txt\", old: one, new: one one}",
        "http_post", "{url: \"%sweb/{{prompt}}\", text: hello}".formatted(ledger.uri()),
        "run_code", "{code: \"return input * 7\", input: 6}");
  }

  private static String agent(String tool, String arguments) {
    return """
      name: %1$s
      description: Makes one call of a tool; the input says at which point it is held.
      tools: [%2$s, recall]
      phases:
        - {name: first, prompt: "{{input.point}}"}
      model:
        provider: scripted
        script:
          first:
            - calls: [{id: call, tool: %2$s, arguments: %3$s}]
            - calls: [{id: kept, tool: recall, arguments: {key: "{{prompt}}"}}]
            - text: "{{calls.call}} / {{calls.kept}}"
      """
        .formatted(name(tool), tool, arguments);
  }

  private static void write(Path agents, String name, String document) {
    try {
      Files.writeString(agents.resolve(name + ".yaml"), document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(String tool) {
    return "does-" + tool.replace('_', '-');
  }

  @BeforeAll
  void killOnce() throws IOException {
    for (CrashPoint point : POINTS) {
      Files.writeString(site.file(point + ".txt"), "moved");
      Files.writeString(site.file(point + "-edit.txt"), "one");
    }
    site.server().start();
    for (CrashPoint point : POINTS) {
      for (String tool : arguments().keySet()) {
        var input = JsonNodeFactory.instance.objectNode().put("point", point.toString());
        runs.put(tool + point, site.submit(name(tool), input));
      }
    }
    for (CrashPoint point : POINTS) {
      for (String tool : arguments().keySet()) {
        UUID run = run(tool, point);
        await().atMost(Duration.ofSeconds(90)).until(() -> ledger.read().hasArrived(run, point));
        before.put(run, site.awaitRecord(run, it -> it.last().type().equals(point.journalEnd())));
      }
    }
    site.server().kill();
    site.server().start();
  }

  @AfterAll
  void close() {
    site.close();
    ledger.close();
  }

  /** How often each call starts. Once a post has had its effect, only a person can know of it. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # tool    | BEFORE_INTENT | AFTER_EFFECT | AFTER_RESULT
          run_code  | 1             | 2            | 1
          note      | 1             | 2            | 1
          move_file | 1             | 1            | 1
          edit_file | 1             | 1            | 1
          http_post | 1             | 1            | 1
          """)
  void hasItsEffectOnce(String tool, int beforeIntent, int afterEffect, int afterResult)
      throws IOException {
    check(tool, CrashPoint.BEFORE_INTENT, beforeIntent);
    check(tool, CrashPoint.AFTER_EFFECT, afterEffect);
    check(tool, CrashPoint.AFTER_RESULT, afterResult);
  }

  private void check(String tool, CrashPoint killed, int intents) throws IOException {
    UUID run = run(tool, killed);
    boolean asks = tool.equals("http_post") && killed == CrashPoint.AFTER_EFFECT;
    if (asks) {
      site.awaitStatus(run, "WAITING");
      site.runs().resolve(run, "call", "SUCCEEDED", "it is there");
    }

    RecordedRun recorded =
        site.awaitStatus(run, "COMPLETED")
            .assertSound()
            .assertContinues(requireNonNull(before.get(run)));

    assertThat(
            recorded
                .all("tool-call.started")
                .filter(event -> event.data().path("callId").asText().equals("call")))
        .as("intents of %s killed %s: %s", tool, killed, recorded)
        .hasSize(intents);
    assertThat(recorded.has("run.waiting")).isEqualTo(asks);
    String output = recorded.last().data().path("output").asText();
    switch (tool) {
      case "run_code" -> assertThat(output).startsWith("42 / ");
      case "note" -> assertThat(output).contains("kept");
      case "move_file" -> {
        assertThat(site.file(killed + ".txt")).doesNotExist();
        assertThat(site.file(killed + "-moved.txt")).hasContent("moved");
      }
      case "edit_file" -> assertThat(site.file(killed + "-edit.txt")).hasContent("one one");
      case "http_post" ->
          assertThat(Collections.frequency(ledger.read().lines(), "POST web/" + killed)).isOne();
      default -> throw new IllegalStateException(tool);
    }
  }

  private UUID run(String tool, CrashPoint point) {
    return requireNonNull(runs.get(tool + point));
  }
}
