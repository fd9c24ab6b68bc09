package dev.reprise.crash.hostile;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.crash.fixture.KeyFiles;
import dev.reprise.crash.fixture.Site;
import dev.reprise.platform.Json;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.Runs;
import dev.reprise.server.ServerOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Someone who may write to the database has tampered with records and with rows of runs, on a
 * server that seals records. The server refuses to resume such a run and reports what is wrong; it
 * does nothing else. Columns that the server does not compare with the record lead to no step that
 * the run would not take anyway.
 */
@Tag("postgresql")
class TamperedRecordIT {

  /** The number of events that each run has while it waits. */
  private static final int EVENTS = 8;

  private static final String OTHER_HASH = "0".repeat(64);

  private static final ServerOptions MEASURED = Site.FILES.with("REPRISE_TELEMETRY", "page");

  private final Path directory;

  TamperedRecordIT(@TempDir Path directory) {
    this.directory = directory;
  }

  /**
   * A change to a run's rows.
   *
   * @param sql statements in which {@code $run} is replaced by the run's id, and {@code $sound} for
   *     the id of an unchanged run
   * @param told what a refusal reports
   */
  private record Tampering(String what, List<String> sql, String told) {}

  /** The values to set in columns of a run's row for which the server refuses a resume. */
  private static final Map<String, RowChange> COMPARED =
      Map.ofEntries(
          entry("agent", new RowChange("'wait'", "agent of run")),
          entry(
              "agent_version",
              new RowChange(
                  "(SELECT version FROM agent WHERE name = 'wait')", "agent_version of run")),
          entry("workspace", new RowChange("'elsewhere'", "workspace of run")),
          entry("submitted_by", new RowChange("'admin'", "submitted_by of run")),
          entry(
              "submitter_role",
              new RowChange(
                  "CASE submitter_role WHEN 'ADMIN' THEN 'OPERATOR' ELSE 'ADMIN' END",
                  "submitter_role of run")),
          entry("works_for", new RowChange("'$sound'", "works_for of run")),
          entry("epoch", new RowChange("0", "was written under epoch 1, after one of epoch 2")),
          entry("checkpoint", new RowChange("3", "event 3: is no checkpoint")),
          entry("last_sequence", new RowChange("last_sequence + 1", "is missing")));

  /**
   * The values to set in columns of a run's row without harm. These columns say how far the run is,
   * which server holds it, what people request of it, and when its turn is. No step follows from
   * that.
   */
  private static final Map<String, String> NOT_BELIEVED =
      Map.ofEntries(
          entry("status", "'WAITING'"), // no message wakes it; it can be cancelled
          entry("waiting_for", "'loop'"),
          entry("owner", "'elsewhere#1'"),
          entry("lease_until", "CURRENT_TIMESTAMP + INTERVAL '1 hour'"),
          entry("execution", "424242"), // names the job that a batch administrator may restart
          entry("due_at", "CURRENT_TIMESTAMP"),
          entry("reports_to", "'$sound'"), // that run polls its child runs once more
          entry("messages", "messages + 1"), // there is no message to read
          entry("priority", "9"),
          entry("parent", "'$sound'"), // for display; a fork's record names its parent
          entry("parent_sequence", "1"),
          entry("undo_run", "'$sound'"), // no other run may undo it until that one has ended
          entry("admissions", "admissions + 1"), // how often a claim of it led to no end
          entry("losses", "1"), // it runs apart from others, if at all
          entry("losses_in_step", "1"),
          entry("lost_with", "'elsewhere#1'"),
          entry("beside", "3"),
          entry("spent_usd", "1000"), // its batch counts it; the run's own budget reads the record
          entry("spent_tokens", "1000000"),
          entry("labels", "'team=other'"), // runs are found by them
          entry("phase", "'elsewhere'"), // this and the next five are shown in lists
          entry("iteration", "99"),
          entry("progressed_at", "CURRENT_TIMESTAMP"),
          entry("ended_at", "CURRENT_TIMESTAMP"),
          entry("failure_code", "'timeout'"),
          entry("status_reason", "':another reason'"),
          entry(
              "trace_parent", "'00-%s-%s-01'".formatted("1".repeat(32), "2".repeat(16))), // a link
          entry("created_at", "created_at - INTERVAL '1 day'"),
          entry("updated_at", "updated_at - INTERVAL '1 day'"));

  /**
   * Columns for which a change is a request that people can also make over the API, or that end the
   * run or move it away. What the server would show for them is no step.
   */
  private static final Set<String> WORDS_AND_PLACES =
      Set.of(
          "tenant", // compared, too: see elsewhere()
          "id", // another run's: its journal is not found under it
          "home", // in the memory of an unknown server: can only be cancelled
          "cancelled_by",
          "cancel_reason",
          "paused_by",
          "pause_reason",
          "turn_at"); // the database computes it

  /**
   * The value to set in a column, in SQL.
   *
   * @param told what a refusal reports
   */
  private record RowChange(String value, String told) {}

  @Test
  void isRefusedOnResume() throws SQLException {
    KeyFiles keys = KeyFiles.in(directory).hold("k1");
    try (PostgresProcess postgres = PostgresProcess.start("tampered-record");
        Site site = Site.named("tampered-record", postgres.serve(keys.into(MEASURED)))) {
      site.server().start();
      assertEveryColumnIsClassified(postgres);
      site.submit("wait", "other"); // creates a version of another agent
      Map<UUID, Tampering> tampered = new LinkedHashMap<>();
      tamperings().forEach(it -> tampered.put(site.submit("wait-long", "effects"), it));
      Map<UUID, String> harmless = new LinkedHashMap<>();
      NOT_BELIEVED.keySet().forEach(it -> harmless.put(site.submit("wait-long", "harmless"), it));
      UUID sound = site.submit("wait-long", "sound");
      UUID moved = site.submit("wait-long", "effects");
      Set<UUID> all = new HashSet<>(tampered.keySet());
      all.addAll(harmless.keySet());
      all.addAll(Set.of(sound, moved));
      awaitAll(site, all, "WAITING");
      all.forEach(run -> act(site, run, "pause"));
      awaitAll(site, all, "PAUSED");
      assertThat(site.runs().read(sound).events()).hasSize(EVENTS + 1); // with the pause
      harmless.forEach((run, column) -> tamper(postgres, run, sound, harmless(column)));
      tampered.forEach((run, tampering) -> tamper(postgres, run, sound, tampering));
      tamper(postgres, moved, sound, elsewhere());

      tampered.keySet().forEach(run -> act(site, run, "resume"));
      harmless.keySet().forEach(run -> tryTo(site, run, "resume"));
      act(site, sound, "resume");

      tampered.forEach((run, tampering) -> assertRefused(site, run, tampering));
      assertThatJobRefuses(site, moved, elsewhere());
      site.awaitStatus(sound, "WAITING").assertSound();
      awaitAll(site, harmless.keySet(), "WAITING");
      harmless.keySet().forEach(run -> site.runs().read(run).assertSound());
      assertThat(site.metric("agentrun_audit_chain_verified_total{result=\"broken\"}"))
          .isGreaterThanOrEqualTo(tampered.size());
      assertThat(site.effects("harmless")).hasSize(harmless.size()).containsOnly("before");
      assertThat(site.effects("effects")).hasSize(tampered.size() + 1).containsOnly("before");
    }
  }

  /** Makes the author of a new column classify it here and think of what believes it. */
  private static void assertEveryColumnIsClassified(PostgresProcess postgres) throws SQLException {
    Set<String> columns = new HashSet<>();
    try (Connection connection = postgres.database().getConnection();
        ResultSet found = connection.getMetaData().getColumns(null, null, "run", null)) {
      while (found.next()) {
        columns.add(found.getString("COLUMN_NAME"));
      }
    }
    Set<String> classified = new HashSet<>(COMPARED.keySet());
    classified.addAll(NOT_BELIEVED.keySet());
    classified.addAll(WORDS_AND_PLACES);
    assertThat(columns).isEqualTo(classified);
  }

  private static void tamper(PostgresProcess postgres, UUID run, UUID sound, Tampering tampering) {
    try (Connection connection = postgres.database().getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : tampering.sql()) {
        String filled = sql.replace("$run", run.toString()).replace("$sound", sound.toString());
        assertThat(statement.executeUpdate(filled)).as(tampering.what()).isEqualTo(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(tampering.what(), e);
    }
  }

  private static Tampering harmless(String column) {
    return row(column, new RowChange(NOT_BELIEVED.getOrDefault(column, ""), ""));
  }

  private static Tampering row(String column, RowChange change) {
    return new Tampering(
        column + " of the row changed",
        List.of("UPDATE run SET %s = %s WHERE id = '$run'".formatted(column, change.value())),
        change.told());
  }

  /** Gives the run and its agent to another tenant, whose users would read and resume it. */
  private static Tampering elsewhere() {
    return new Tampering(
        "tenant of the row changed",
        List.of(
            """
            INSERT INTO agent (tenant, version, name, document, first_seen_at)
            SELECT 'other', version, name, document, first_seen_at FROM agent WHERE name = 'wait-long'""",
            """
            UPDATE run SET tenant = 'other', status = 'QUEUED', due_at = CURRENT_TIMESTAMP
            WHERE id = '$run'"""),
        // the server that claims the run writes as the other tenant
        "event 10: is of another tenant than the events before it");
  }

  private static List<Tampering> tamperings() {
    List<Tampering> all = new ArrayList<>();
    for (int sequence = 1; sequence <= EVENTS; sequence++) {
      all.add(
          change(
              sequence,
              "payload",
              "overlay(payload placing chr(ascii(substr(payload, length(payload) / 2)) # 1)"
                  + " from length(payload) / 2 for 1)"));
      all.add(
          new Tampering(
              "event %d removed".formatted(sequence),
              List.of("DELETE FROM event WHERE run_id = '$run' AND sequence = " + sequence),
              "event %d: is missing".formatted(sequence)));
    }
    all.add(change(3, "tenant", "'other'"));
    all.add(change(3, "epoch", "epoch + 1"));
    all.add(change(3, "type", "'phase.skipped'"));
    all.add(change(3, "version", "2"));
    all.add(change(3, "recorded_at", "recorded_at + INTERVAL '1 microsecond'"));
    all.add(change(3, "hash", "'%s'".formatted(OTHER_HASH)));
    all.add(change(3, "seal_key", "''"));
    all.add(change(3, "cipher_key", "''"));
    all.add(change(3, "blob", "'%s'".formatted(OTHER_HASH)));
    all.add(
        new Tampering(
            "two events exchanged",
            List.of(
                "UPDATE event SET sequence = 99 WHERE run_id = '$run' AND sequence = 4",
                "UPDATE event SET sequence = 4 WHERE run_id = '$run' AND sequence = 5",
                "UPDATE event SET sequence = 5 WHERE run_id = '$run' AND sequence = 99"),
            "event 4: "));
    all.add(
        new Tampering(
            "a completed phase forged",
            List.of(
                """
                INSERT INTO event (run_id, sequence, tenant, epoch, type, version, recorded_at,
                                   payload, hash, seal_key, cipher_key, blob)
                SELECT run_id, sequence + 1, tenant, epoch, 'phase.completed', 1, recorded_at,
                       '{"phase":"first","output":"forged"}', '%s', '', '', ''
                FROM event WHERE run_id = '$run' AND sequence = %d"""
                    .formatted(OTHER_HASH, EVENTS + 1),
                "UPDATE run SET last_sequence = last_sequence + 1 WHERE id = '$run'"),
            "event %d: ".formatted(EVENTS + 2)));
    COMPARED.forEach((column, change) -> all.add(row(column, change)));
    return all;
  }

  private static Tampering change(int sequence, String column, String value) {
    return new Tampering(
        "%s of event %d changed".formatted(column, sequence),
        List.of(
            "UPDATE event SET %s = %s WHERE run_id = '$run' AND sequence = %d"
                .formatted(column, value, sequence)),
        "event %d: ".formatted(sequence));
  }

  private static void assertRefused(Site site, UUID run, Tampering tampering) {
    await(tampering.what())
        .atMost(Duration.ofSeconds(60))
        .until(() -> standing(site, run), "FAILED"::equals);
    JsonNode problem = Json.read(site.runs().http().ask("api/v1/runs/" + run).body());
    assertThat(problem.path("code").asText())
        .as(tampering.what() + ": " + problem)
        .isEqualTo("record-broken");
    assertThat(problem.path("detail").asText())
        .as(tampering.what())
        .contains(run.toString(), tampering.told());
    assertThatJobRefuses(site, run, tampering);
  }

  private static void assertThatJobRefuses(Site site, UUID run, Tampering tampering) {
    assertThat(site.awaitJob(run, "FAILED").newestExecution().exitStatus())
        .as(tampering.what())
        .startsWith("REFUSED: ")
        .contains(tampering.told());
  }

  /** Returns the run's row from the list, since the server can no longer show the run itself. */
  private static String standing(Site site, UUID run) {
    return Optional.ofNullable(site.runs().list().get(run)).map(Runs.Standing::status).orElse("");
  }

  private static void awaitAll(Site site, Set<UUID> runs, String status) {
    await()
        .atMost(Duration.ofSeconds(90))
        .untilAsserted(
            () -> {
              Map<UUID, Runs.Standing> all = site.runs().list();
              assertThat(runs)
                  .allSatisfy(
                      run ->
                          assertThat(all.get(run))
                              .extracting(Runs.Standing::status)
                              .isEqualTo(status));
            });
  }

  private static void tryTo(Site site, UUID run, String action) {
    site.runs()
        .http()
        .tryTo(
            "POST",
            "api/v1/runs/%s:%s".formatted(run, action),
            JsonNodeFactory.instance.objectNode());
  }

  private static void act(Site site, UUID run, String action) {
    site.runs()
        .http()
        .change(
            "POST",
            "api/v1/runs/%s:%s".formatted(run, action),
            JsonNodeFactory.instance.objectNode());
  }
}
