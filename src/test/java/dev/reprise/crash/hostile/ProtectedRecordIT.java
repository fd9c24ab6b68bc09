package dev.reprise.crash.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.crash.fixture.FileSearch;
import dev.reprise.crash.fixture.KeyFiles;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.CommandLine;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.Runs;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sealed and encrypted records on real servers. Keys are rotated while runs work, and keys are
 * lost; no plaintext is stored; and a file carries a run from one server to another.
 */
class ProtectedRecordIT {

  private static final String CANARY = "canary-71-yellow";
  private static final List<String> EFFECTS =
      List.of("first a", "second a", "second b", "second c", "second d", "third a");

  private static final Pattern SEAL_KEY = Pattern.compile("\"sealKey\":\"([^\"]*)\"");

  /** A server notices a changed file within a second. */
  private static final Duration BETWEEN_ROTATIONS = Duration.ofMillis(1200);

  private final Path directory;

  ProtectedRecordIT(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void rotatesAndLosesKeysAndMovesARunAsAFile() throws Exception {
    KeyFiles keys = KeyFiles.in(directory).hold("k1");
    try (Site site = Site.named("protected", keys.into(Site.FILES))) {
      site.server().start();
      UUID rotated = site.submit("steps", CANARY);
      UUID moved =
          site.runs()
              .submit(
                  "steps",
                  "effects",
                  JsonNodeFactory.instance.objectNode().put("effects", "moved"),
                  "trip",
                  "there and back");
      site.awaitRecord(rotated, ProtectedRecordIT::isInItsSecondPhase);
      site.awaitRecord(moved, ProtectedRecordIT::isInItsSecondPhase);
      keys.hold("k2", "k1");
      act(site, moved, "pause");
      site.awaitStatus(moved, "PAUSED");
      site.server().kill();
      site.server().start();

      site.awaitStatus(rotated, "COMPLETED").assertSound();
      assertThat(site.effects(CANARY)).containsExactlyInAnyOrderElementsOf(EFFECTS);
      UUID young = site.submit("steps", "young");
      String file = exported(site, rotated);
      assertThat(file).contains("\"sealKey\":\"k1\"", "\"sealKey\":\"k2\"").doesNotContain(CANARY);
      verifyByTheFileAndTheKeysAlone(file, keys);
      movesToAnotherServer(site, moved, keys);

      keys.hold("k2");
      aLostKeyHarmsOnlyTheRunsThatNeedIt(site, rotated, moved, young);
      keys.hold("k2", "k1");
      act(site, moved, "retry");
      site.awaitStatus(moved, "COMPLETED");

      site.server().stop();
      assertThat(FileSearch.of(CANARY, site.server().data())).isEmpty();
      assertThat(FileSearch.of(rotated.toString(), site.server().data()))
          .as("what is looked for in this way is found")
          .isNotEmpty();
    }
  }

  @Test
  void rotatesKeysRepeatedlyUnderLoad() {
    KeyFiles keys = KeyFiles.in(directory).hold("k0");
    try (Site site = Site.named("rotation", keys.into(Site.FILES))) {
      site.server().start();
      List<UUID> runs = Stream.generate(() -> site.submit("boundary", "many")).limit(40).toList();

      List<String> ids = new ArrayList<>(List.of("k0"));
      await()
          .atMost(Duration.ofSeconds(90))
          .pollInterval(BETWEEN_ROTATIONS)
          .until(
              () -> {
                ids.addFirst("k" + ids.size());
                keys.hold(ids.toArray(String[]::new));
                return site.runs().list().values().stream()
                    .allMatch(it -> it.status().equals("COMPLETED"));
              });

      var used = new TreeSet<String>();
      for (UUID run : runs) {
        site.runs().read(run).assertSound();
        SEAL_KEY.matcher(exported(site, run)).results().forEach(it -> used.add(it.group(1)));
      }
      assertThat(used).as("of the keys %s", ids).hasSizeGreaterThan(3).doesNotContain("");
      assertThat(site.effects("many")).hasSize(3 * runs.size());
    }
  }

  private static boolean isInItsSecondPhase(RecordedRun run) {
    return run.has("tool-call.completed", "second", "b")
        && run.has("tool-call.completed", "second", "c");
  }

  private void verifyByTheFileAndTheKeysAlone(String file, KeyFiles keys)
      throws IOException, InterruptedException {
    Path record = Files.writeString(directory.resolve("run.jsonl"), file);
    Path forged =
        Files.writeString(
            directory.resolve("forged.jsonl"), file.replaceFirst("\"epoch\":1", "\"epoch\":2"));
    String key = keys.seal().toString();

    CommandLine.Ended sound = CommandLine.run("verify", record.toString(), "--key-file", key);
    assertThat(sound.exitCode()).as(sound.toString()).isZero();
    assertThat(sound.output()).contains("sound: run", "sealed with k1, k2");
    CommandLine.Ended unsound = CommandLine.run("verify", forged.toString(), "--key-file", key);
    assertThat(unsound.exitCode()).as(unsound.toString()).isEqualTo(1);
    assertThat(unsound.errors()).contains("not sound: line");
  }

  private void movesToAnotherServer(Site site, UUID run, KeyFiles keys) {
    String file = exported(site, run);
    RecordedRun before = site.runs().read(run);
    try (Site other = site.beside("protected-other", keys.into(Site.FILES))) {
      other.server().start();
      var http = other.runs().http().as("admin");
      HttpResponse<String> refused =
          http.send("api/v1/runs:import", "application/x-ndjson", file.replace("k1", "k3"));
      assertThat(refused.statusCode()).as(refused.body()).isEqualTo(500);
      assertThat(refused.body()).contains("record-key-missing", "with key 'k3'");
      HttpResponse<String> forged =
          http.send(
              "api/v1/runs:import",
              "application/x-ndjson",
              file.replaceFirst("\"epoch\":1", "\"epoch\":2"));
      assertThat(forged.statusCode()).as(forged.body()).isEqualTo(422);
      assertThat(forged.body()).contains("invalid-record-file", "was changed");
      HttpResponse<String> taken = http.send("api/v1/runs:import", "application/x-ndjson", file);
      assertThat(taken.statusCode()).as(taken.body()).isEqualTo(201);
      assertThat(http.send("api/v1/runs:import", "application/x-ndjson", file).statusCode())
          .isEqualTo(409);
      assertThat(other.runs().status(run)).isEqualTo("PAUSED");
      assertThat(other.runs().http().ask("api/v1/runs?label=trip%3Dthere%20and%20back").body())
          .contains(run.toString());

      act(other, run, "resume");

      other.awaitStatus(run, "COMPLETED").assertSound().assertContinues(before);
      assertThat(site.effects("moved")).containsExactlyInAnyOrderElementsOf(EFFECTS);
    }
  }

  private static void aLostKeyHarmsOnlyTheRunsThatNeedIt(
      Site site, UUID ended, UUID paused, UUID young) {
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () -> {
              HttpResponse<String> answer = site.runs().http().ask("api/v1/runs/" + ended);
              assertThat(answer.statusCode()).isEqualTo(500);
              assertThat(answer.body()).contains("record-key-missing", "with key 'k1'");
            });
    act(site, paused, "resume");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> statusInTheList(site, paused), "FAILED"::equals);
    site.awaitStatus(young, "COMPLETED").assertSound();
  }

  private static String statusInTheList(Site site, UUID run) {
    return Optional.ofNullable(site.runs().list().get(run)).map(Runs.Standing::status).orElse("");
  }

  private static void act(Site site, UUID run, String action) {
    JsonNode reason = JsonNodeFactory.instance.objectNode().put("reason", "of the " + CANARY);
    site.runs().http().change("POST", "api/v1/runs/%s:%s".formatted(run, action), reason);
  }

  private static String exported(Site site, UUID run) {
    HttpResponse<String> answer = site.runs().http().ask("api/v1/runs/%s/export".formatted(run));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }
}
