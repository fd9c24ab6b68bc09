package dev.reprise.crash.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.crash.fixture.KeyFiles;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.CommandLine;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that was stopped, or killed, on Derby goes on where it was on PostgreSQL. */
@Tag("postgresql")
class DerbyToPostgresIT {

  private static final String HOOK = "http://127.0.0.1:9/hook";

  private static final String COPYING =
      "SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'";

  private final Path directory;

  DerbyToPostgresIT(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void goesOnAfterACopy() throws Exception {
    KeyFiles keys = KeyFiles.in(directory).hold("k1");
    ServerOptions options =
        keys.into(Site.FILES)
            .with("REPRISE_LEASE", "PT5S")
            .with("REPRISE_WEBHOOKS_NETWORKS", "127.0.0.0/8")
            .with("REPRISE_WEB_PORTS", "9");
    try (var postgres = PostgresProcess.start("copied");
        Site derby = Site.named("copied-derby", options);
        Site site = derby.beside("copied", postgres.serve(options))) {
      derby.server().start();
      UUID completed = derby.submit("boundary", "completed");
      UUID waiting = derby.submit("streamed", "streamed");
      RecordedRun ended = derby.awaitStatus(completed, "COMPLETED");
      derby.awaitStatus(waiting, "WAITING");
      addSchedule(derby);
      addWebhook(derby);
      UUID interrupted = derby.submit("steps", "interrupted");
      RecordedRun before =
          derby.awaitRecord(
              interrupted,
              it ->
                  it.has("tool-call.completed", "second", "b")
                      && it.has("tool-call.completed", "second", "c"));
      String from = derby.server().data().toString();
      assertThat(reprise(postgres, "copy", "--from", from).errors())
          .startsWith("a server uses the Derby database " + from);
      derby.server().kill();
      anInterruptedCopyLeavesNothing(postgres, from);

      CommandLine.Ended copied = reprise(postgres, "copy", "--from", from, "-o", "table");
      assertThat(copied.exitCode()).as("%s", copied).isZero();
      assertThat(copied.output()).contains("jbatch_jobexecution", "webhook", "true");
      assertThat(copied.errors()).contains("equal on both sides");
      CommandLine.Ended again = reprise(postgres, "copy", "--from", from);
      assertThat(again.exitCode()).isEqualTo(1);
      assertThat(again.errors()).contains("not empty", "run: 3");
      site.server().start();

      assertThat(site.runs().read(completed)).isEqualTo(ended);
      site.runs().say(waiting, "line:approve", JsonNodeFactory.instance.objectNode());
      site.awaitStatus(waiting, "COMPLETED").assertSound();
      assertThat(site.effects("streamed")).containsExactly("line");
      site.awaitStatus(interrupted, "COMPLETED").assertSound().assertContinues(before);
      assertThat(site.effects("interrupted"))
          .containsExactlyInAnyOrder(
              "first a", "second a", "second b", "second c", "second d", "third a");
      assertThat(site.awaitJob(interrupted, "COMPLETED")).isNotNull();
      JsonNode schedules = site.runs().http().get("api/v1/schedules").path("items");
      assertThat(schedules).singleElement().returns("yearly", it -> it.path("name").asText());
      JsonNode webhooks = site.runs().http().as("admin").get("api/v1/webhooks").path("items");
      assertThat(webhooks).singleElement().returns(HOOK, it -> it.path("url").asText());
      for (UUID run : List.of(completed, waiting, interrupted)) {
        verify(site.runs().http().ask("api/v1/runs/%s/export".formatted(run)).body(), keys);
      }
      verify(site.runs().http().as("auditor").ask("api/v1/audit/export").body(), keys);
    }
  }

  private static void addSchedule(Site site) {
    var schedule = JsonNodeFactory.instance.objectNode().put("name", "yearly");
    schedule.put("agent", "boundary").put("workspace", "effects").put("cron", "0 0 1 1 *");
    schedule.putObject("input").put("effects", "yearly");
    site.runs().http().change("POST", "api/v1/schedules", schedule);
  }

  private static void addWebhook(Site site) {
    var webhook = JsonNodeFactory.instance.objectNode().put("url", HOOK);
    webhook.putArray("events").add("run.dead-lettered");
    site.runs().http().as("admin").change("POST", "api/v1/webhooks", webhook);
  }

  /** The copy is killed while PostgreSQL takes a row of one of the last tables. */
  private void anInterruptedCopyLeavesNothing(PostgresProcess postgres, String from)
      throws Exception {
    assertThat(reprise(postgres, "migrate").exitCode()).isZero();
    postgres.execute(
        """
        CREATE FUNCTION hold() RETURNS trigger AS $$
          BEGIN PERFORM pg_sleep(600); RETURN NEW; END $$ LANGUAGE plpgsql;
        CREATE TRIGGER hold BEFORE INSERT ON webhook FOR EACH ROW EXECUTE FUNCTION hold()""");
    Process copy =
        CommandLine.start(
            directory.resolve("out"),
            directory.resolve("err"),
            environment(postgres),
            "database",
            "copy",
            "--from",
            from);
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(query(postgres, COPYING)).isNotEmpty());
    copy.destroyForcibly().waitFor();
    postgres.execute("SELECT pg_terminate_backend(pid) FROM (%s) AS copying".formatted(COPYING));
    postgres.execute("DROP TRIGGER hold ON webhook");

    assertThat(query(postgres, "SELECT 1 FROM run UNION ALL SELECT 1 FROM event")).isEmpty();
  }

  private static List<String> query(PostgresProcess postgres, String sql) throws Exception {
    try (var connection = postgres.database().getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }

  private void verify(String record, KeyFiles keys) throws IOException, InterruptedException {
    Path file = Files.writeString(directory.resolve("record.jsonl"), record);
    CommandLine.Ended verified =
        CommandLine.run("verify", file.toString(), "--key-file", keys.seal().toString());
    assertThat(verified.exitCode()).as("%s", verified).isZero();
    assertThat(verified.output()).contains("sealed with k1");
  }

  private static Map<String, String> environment(PostgresProcess postgres) {
    return postgres.serve(ServerOptions.DEFAULT).environment();
  }

  private static CommandLine.Ended reprise(PostgresProcess postgres, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("database"));
    command.addAll(List.of(arguments));
    return CommandLine.run(environment(postgres), command.toArray(String[]::new));
  }
}
