package dev.reprise.crash.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.bean.HoldTool;
import dev.reprise.platform.Json;
import dev.reprise.server.CommandLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packed command line against a server: what it prints, and its exit codes. */
class CommandLineIT {

  private static final Site SITE = Site.named("command-line");

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void close() {
    SITE.close();
  }

  @Test
  void watchesARunOverAKillOfItsServer(@TempDir Path directory) throws Exception {
    Path effects = SITE.file("watched");
    UUID run = SITE.submit("hold-again", effects.toString());
    Path output = directory.resolve("output");
    Path errors = directory.resolve("errors");
    Process watch =
        CommandLine.start(output, errors, environment("viewer"), "run", "watch", run.toString());
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> Files.readString(output).contains("of hold_again begins"));

    SITE.server().kill();
    Files.createFile(HoldTool.gate(effects));
    SITE.server().start();

    assertThat(watch.waitFor(120, TimeUnit.SECONDS)).isTrue();
    String shown = Files.readString(output);
    System.out.println(shown + Files.readString(errors));
    assertThat(watch.exitValue()).as(shown).isZero();
    List<String> lines = shown.lines().toList();
    assertThat(lines).last().isEqualTo("COMPLETED");
    assertThat(lines.subList(0, lines.size() - 1))
        .as("a line for each event, and none twice")
        .hasSameSizeAs(SITE.runs().read(run).events());
    assertThat(shown).contains("phase only begins", "call hang is complete: released");
    assertThat(Files.readString(errors)).contains("tries again in", "connected again");
  }

  @Test
  void submitsWaitsAndShows() throws Exception {
    CommandLine.Ended ended =
        as("operator", "run", "submit", "boundary", "-w", "effects", "-i", "effects=cli", "--wait");

    assertThat(ended.exitCode()).as("%s", ended).isZero();
    JsonNode run = Json.read(ended.output());
    assertThat(run.path("status").asText()).isEqualTo("COMPLETED");
    assertThat(SITE.effects("cli")).containsExactly("first a", "second a", "third a");

    String id = run.path("id").asText();
    assertThat(ended.errors()).contains("submitted run " + id);
    CommandLine.Ended shown = as("viewer", "run", "show", id);
    assertThat(Json.read(shown.output()).path("id").asText()).isEqualTo(id);
    CommandLine.Ended list =
        as("viewer", "run", "list", "--agent", "boundary", "--status", "COMPLETED", "-o", "json");
    assertThat(Json.read(list.output())).anyMatch(it -> it.path("id").asText().equals(id));
    assertThat(list.errors()).isEmpty();
    assertThat(as("viewer", "run", "events", id, "-o", "jsonl").output().lines())
        .hasSize(SITE.runs().read(UUID.fromString(id)).events().size());
  }

  @Test
  void saysThatARunWaitsForAPersonAndTakesTheDecision() throws Exception {
    CommandLine.Ended submitted =
        as("operator", "run", "submit", "streamed", "-w", "effects", "-i", "effects=x", "--wait");
    assertThat(submitted.exitCode()).as("%s", submitted).isEqualTo(6);
    String run = Json.read(submitted.output()).path("id").asText();

    JsonNode call = Json.read(as("operator", "approval", "show", run).output()).get(0);
    assertThat(call.path("asking").asText()).isEqualTo("APPROVAL");
    CommandLine.Ended approved =
        as("operator", "approval", "approve", run, call.path("id").asText(), "--reason", "fine");
    assertThat(approved.exitCode()).as("%s", approved).isZero();

    CommandLine.Ended watched = as("operator", "run", "watch", run);
    assertThat(watched.exitCode()).as("%s", watched).isZero();
    CommandLine.Ended again = as("operator", "approval", "approve", run, call.path("id").asText());
    assertThat(again.exitCode()).as("%s", again).isEqualTo(4);
  }

  @Test
  void theExitCodeSaysWhatWentWrong() throws Exception {
    String unknown = UUID.randomUUID().toString();
    CommandLine.Ended none = as("viewer", "run", "show", unknown);
    assertThat(none.exitCode()).as("%s", none).isEqualTo(3);
    assertThat(none.output()).isEmpty();
    assertThat(none.errors()).contains(unknown, "404 not-found");

    CommandLine.Ended denied = as("viewer", "run", "submit", "boundary", "-w", "effects");
    assertThat(denied.exitCode()).as("%s", denied).isEqualTo(5);
    assertThat(denied.output()).isEmpty();

    UUID over = SITE.submit("boundary", "over");
    SITE.awaitStatus(over, "COMPLETED");
    CommandLine.Ended conflict = as("operator", "run", "cancel", over.toString());
    assertThat(conflict.exitCode()).as("%s", conflict).isEqualTo(4);
    assertThat(conflict.errors()).contains("409 run-ended");
  }

  @Test
  void checksAFileWithoutAWordOfItsLibraries(@TempDir Path directory) throws Exception {
    Path prices = Files.writeString(directory.resolve("prices.yaml"), "[]\n");

    CommandLine.Ended ended = as("viewer", "doctor", "--file", "prices=" + prices);

    assertThat(ended.exitCode()).as("%s", ended).isZero();
    assertThat(ended.errors()).isEqualToNormalizingNewlines("nothing is wrong with these files\n");
  }

  @Test
  void listsWhatTheServerOffers() throws Exception {
    for (String group : List.of("agent", "tool", "budget", "schedule", "batch", "approval")) {
      CommandLine.Ended ended = as("viewer", group, "list");
      assertThat(ended.exitCode()).as("%s: %s", group, ended).isZero();
      assertThat(Json.read(ended.output()).isArray()).as("%s", ended).isTrue();
    }
    assertThat(as("viewer", "tool", "show", "append_file", "-o", "yaml").output())
        .contains("name: append_file");
  }

  private static CommandLine.Ended as(String user, String... arguments)
      throws IOException, InterruptedException {
    return CommandLine.run(environment(user), arguments);
  }

  private static Map<String, String> environment(String user) {
    return Map.of(
        "REPRISE_SERVER", SITE.server().baseUri().toString(),
        "REPRISE_USER", user,
        "REPRISE_PASSWORD", SITE.server().credentials().passwordOf(user));
  }
}
