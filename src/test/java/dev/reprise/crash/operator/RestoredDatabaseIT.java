package dev.reprise.crash.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.ledger.CrashPoint;
import dev.reprise.crash.fixture.ledger.LedgerProcess;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import dev.reprise.server.PostgresBackup;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.Runs;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A database is restored to an earlier moment. Its runs wait until a person has seen what they may
 * have done since, and go on as that person decides.
 */
@Tag("postgresql")
class RestoredDatabaseIT {

  private static final String POLICY = "- {name: ledger_once, approval: always}\n";
  private static final String MAINTENANCE = "api/v1/admin/maintenance";

  @Test
  void aPersonDecidesBeforeARestoredRunRepeatsWhatItDidSince(@TempDir Path place) throws Exception {
    try (var ledger = LedgerProcess.start(Duration.ZERO);
        var postgres = PostgresProcess.start("restored");
        Site lost = Site.named("lost", options(ledger, postgres));
        Site restored = lost.beside("restored", careful(options(ledger, postgres), place))) {
      PostgresBackup backup = postgres.backUp(place.resolve("backup"));
      lost.server().start();
      UUID teller = lost.submit("teller");
      UUID held = submitHeld(lost, ledger);
      RecordedRun then =
          lost.awaitRecord(teller, run -> run.has("tool-call.completed", "only", "a"));
      Instant moment = now(postgres);
      lost.awaitRecord(teller, run -> run.has("tool-call.completed", "only", "b"));
      UUID later = lost.submit("teller");
      backup.complete(postgres.database());
      lost.server().kill();
      postgres.crash();

      postgres.restore(backup, moment);
      restored.server().startUntilLive();

      var made = ledger.read().lines();
      JsonNode report = restored.runs().http().get("api/v1/restore-report").path("items");
      assertThat(report).hasSize(2);
      assertThat(item(report, teller).path("calls")).isEmpty();
      assertThat(item(report, teller).path("tools"))
          .extracting(it -> it.path("name").asText())
          .containsExactly("ledger_idempotent", "ledger_once");
      assertThat(item(report, held).at("/calls/0/tool").asText()).isEqualTo("ledger_once");
      assertThat(item(report, held).at("/calls/0/status").asText()).isEqualTo("UNKNOWN");
      assertThat(item(report, held).at("/calls/0/ifRepeated").asText()).isEqualTo("PERSON_DECIDES");
      assertThat(restored.runs().http().ask("api/v1/runs/" + later).statusCode()).isEqualTo(404);
      await()
          .during(Duration.ofSeconds(3))
          .atMost(Duration.ofSeconds(5))
          .until(() -> ledger.read().lines().equals(made));

      endMaintenance(restored);
      var people = new Runs(restored.runs().http().as("approver"));
      restored.awaitStatus(teller, "WAITING");
      decide(people, teller, "b:deny", "The ledger has it already.");
      restored.awaitRecord(teller, run -> run.count("tool-call.asked") == 2);
      decide(people, teller, "c:approve", "The ledger does not have it.");
      restored.awaitStatus(held, "WAITING");
      restored.runs().resolve(held, "call", "SUCCEEDED", "noted");
      restored.awaitRecord(held, run -> run.has("phase.started", "second"));
      restored.awaitStatus(held, "WAITING");
      decide(people, held, "call:approve", "It is the second one.");

      restored
          .awaitStatus(teller, "COMPLETED")
          .assertSound()
          .assertChained(teller)
          .assertContinues(then);
      restored.awaitStatus(held, "COMPLETED").assertSound().assertChained(held);
      assertThat(effects(ledger, teller, "only", 1, "a")).isEqualTo(1);
      assertThat(effects(ledger, teller, "only", 2, "b")).isEqualTo(1);
      assertThat(effects(ledger, teller, "only", 3, "c")).isEqualTo(1);
      assertThat(effects(ledger, held, "first", 1, "call")).isEqualTo(1);
    }
  }

  private static ServerOptions options(LedgerProcess ledger, PostgresProcess postgres) {
    return ledger
        .serve(postgres.serve(ServerOptions.DEFAULT))
        .with("REPRISE_SERVER_NAME", "server");
  }

  private static ServerOptions careful(ServerOptions options, Path place) throws IOException {
    return options
        .with("REPRISE_MAINTENANCE_AT_START", "true")
        .with(
            "REPRISE_TOOLS_POLICY_FILE",
            Files.writeString(place.resolve("policy.yaml"), POLICY).toString());
  }

  /** Submits a run whose call has had its effect and never returns. */
  private static UUID submitHeld(Site site, LedgerProcess ledger) {
    UUID run =
        site.submit(
            "once",
            JsonNodeFactory.instance.objectNode().put("point", CrashPoint.AFTER_EFFECT.name()));
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> ledger.read().hasArrived(run, CrashPoint.AFTER_EFFECT));
    return run;
  }

  private static Instant now(PostgresProcess postgres) throws SQLException {
    try (var connection = postgres.database().getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT clock_timestamp()")) {
      rows.next();
      return rows.getObject(1, OffsetDateTime.class).toInstant();
    }
  }

  private static JsonNode item(JsonNode report, UUID run) {
    return StreamSupport.stream(report.spliterator(), false)
        .filter(it -> it.path("run").asText().equals(run.toString()))
        .findFirst()
        .orElseThrow();
  }

  private static void endMaintenance(Site site) {
    JsonClient admin = site.runs().http().as("admin");
    JsonNode items = admin.get(MAINTENANCE).path("items");
    assertThat(items).hasSize(1);
    String id = items.get(0).path("id").asText();
    admin.change("POST", MAINTENANCE + "/" + id + ":end", Json.read("{}"));
  }

  private static void decide(Runs people, UUID run, String word, String reason) {
    people.say(run, word, JsonNodeFactory.instance.objectNode().put("reason", reason));
  }

  private static int effects(
      LedgerProcess ledger, UUID run, String phase, int iteration, String call) {
    return ledger.read().effects(new Runs.Call(phase, iteration, call).idempotencyKey(run));
  }
}
