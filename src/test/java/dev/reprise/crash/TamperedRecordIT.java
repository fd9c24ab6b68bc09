package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.platform.Json;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.Runs;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records that somebody who may write to the database has tampered with, on a server that seals
 * them: whoever resumes such a run is refused, and told which event is wrong. Nothing is done.
 */
class TamperedRecordIT {

  /** So many events has each of the runs while it waits. */
  private static final int EVENTS = 8;

  private static final String OTHER_HASH = "0".repeat(64);

  private final Path directory;

  TamperedRecordIT(@TempDir Path directory) {
    this.directory = directory;
  }

  /**
   * What is done to a run's rows.
   *
   * @param sql statements in which {@code $run} stands for the run's id
   * @param told what a refusal says
   */
  private record Tampering(String what, List<String> sql, String told) {}

  @Test
  void noResumeBelievesIt() throws SQLException {
    KeyFiles keys = KeyFiles.in(directory).hold("k1");
    try (PostgresProcess postgres = PostgresProcess.start("tampered-record");
        Site site = Site.named("tampered-record", postgres.serve(keys.into(Site.FILES)))) {
      site.server().start();
      Map<UUID, Tampering> tampered = new LinkedHashMap<>();
      tamperings().forEach(it -> tampered.put(site.submit("wait-long", "effects"), it));
      UUID sound = site.submit("wait-long", "sound");
      awaitAll(site, "WAITING");
      site.runs().list().keySet().forEach(run -> act(site, run, "pause"));
      awaitAll(site, "PAUSED");
      assertThat(site.runs().read(sound).events()).hasSize(EVENTS + 1); // and that it is paused
      try (Connection connection = postgres.database().getConnection();
          Statement statement = connection.createStatement()) {
        for (var entry : tampered.entrySet()) {
          for (String sql : entry.getValue().sql()) {
            assertThat(statement.executeUpdate(sql.replace("$run", entry.getKey().toString())))
                .as(entry.getValue().what())
                .isEqualTo(1);
          }
        }
      }

      site.runs().list().keySet().forEach(run -> act(site, run, "resume"));

      tampered.forEach((run, tampering) -> assertRefused(site, run, tampering));
      site.awaitStatus(sound, "WAITING").assertSound();
      assertThat(site.effects("effects")).hasSize(tampered.size()).containsOnly("before");
    }
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
    all.add(change(3, "form", "1"));
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
                                   payload, hash, form, seal_key)
                SELECT run_id, sequence + 1, tenant, epoch, 'phase.completed', 1, recorded_at,
                       '{"phase":"first","output":"forged"}', '%s', form, ''
                FROM event WHERE run_id = '$run' AND sequence = %d"""
                    .formatted(OTHER_HASH, EVENTS + 1),
                "UPDATE run SET last_sequence = last_sequence + 1 WHERE id = '$run'"),
            "event %d: ".formatted(EVENTS + 2)));
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
    assertThat(site.awaitJob(run, "FAILED").newestExecution().exitStatus())
        .as(tampering.what())
        .startsWith("REFUSED: ")
        .contains(tampering.told());
  }

  /** Such a run cannot be shown any more, but its row can be listed. */
  private static String standing(Site site, UUID run) {
    return Optional.ofNullable(site.runs().list().get(run)).map(Runs.Standing::status).orElse("");
  }

  private static void awaitAll(Site site, String status) {
    await()
        .atMost(Duration.ofSeconds(90))
        .untilAsserted(
            () ->
                assertThat(site.runs().list().values())
                    .extracting(Runs.Standing::status)
                    .containsOnly(status));
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
