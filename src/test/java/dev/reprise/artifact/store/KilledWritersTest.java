package dev.reprise.artifact.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.CallsOfDay;
import dev.reprise.artifact.FeedReader;
import dev.reprise.artifact.Generation;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes write one artifact a thousand times, and are killed meanwhile: nothing is partial,
 * nothing that was noted is lost, and the history is consistent.
 */
@Timeout(180)
class KilledWritersTest {

  private static final int CALLS = 1_000;
  private static final long SEED = 20;

  private final DataSource database = TestDatabases.postgres();
  private final String tenant = UUID.randomUUID().toString();
  private final ArtifactKey key = ArtifactWriter.key(tenant);
  private final ArtifactStore store = new ArtifactStore(new Database(database), Clock.systemUTC());
  private final List<Writer> started = new ArrayList<>();
  private final Path directory;

  KilledWritersTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @AfterEach
  void endAll() {
    started.forEach(it -> it.process().destroyForcibly());
  }

  @Test
  void nothingIsPartialOrLost() throws Exception {
    store.put(key, none -> FeedReader.artifact(key));
    var random = new Random(SEED);
    List<Writer> writers = new ArrayList<>(List.of(start(), start()));
    while (noted() < CALLS) {
      int which = random.nextInt(2);
      Writer writer = writers.get(which);
      int lines = 20 + random.nextInt(120);
      await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(5))
          .until(() -> writer.noted() >= lines);
      assertSound();
      writer.kill();
      writers.set(which, start());
    }
    for (Writer writer : writers) {
      writer.kill();
    }

    Artifact artifact = assertSound();
    long noted = noted();
    int kills = started.size();
    assertThat(kills).isGreaterThanOrEqualTo(8);
    assertThat(artifact.fitness().successes())
        .as("%d calls were noted, and each kill may have hidden one", noted)
        .isBetween(noted, noted + kills);
    assertThat(artifact.usage().calls()).isEqualTo(artifact.fitness().successes());
    assertThat(
            new ArtifactHistory(new Database(database))
                .trends(tenant, LocalDate.EPOCH, Optional.empty(), Optional.empty()).stream()
                    .mapToLong(CallsOfDay::successes)
                    .sum())
        .isEqualTo(artifact.fitness().successes());
  }

  /** Reads the artifact, which must be whole, with a history in which each follows its parent. */
  private Artifact assertSound() throws SQLException {
    Artifact artifact = store.find(key).orElseThrow();
    assertThat(new ArtifactPages(new Database(database)).corrupt(tenant, Optional.empty(), 10))
        .isEmpty();
    List<Generation> history = artifact.generations();
    for (int n = 0; n + 1 < history.size(); n++) {
      assertThat(history.get(n).parent()).contains(history.get(n + 1).origin().id());
    }
    return artifact;
  }

  private long noted() throws IOException {
    long lines = 0;
    for (Writer writer : started) {
      lines += writer.noted();
    }
    return lines;
  }

  /** A process, and the file with a line for each call that it has noted. */
  private record Writer(Process process, Path output) {

    long noted() throws IOException {
      return Files.readString(output).chars().filter(it -> it == '\n').count();
    }

    void kill() throws InterruptedException {
      process.destroyForcibly().waitFor(); // SIGKILL
    }
  }

  private Writer start() throws IOException, SQLException {
    String url;
    try (Connection connection = database.getConnection()) {
      url = connection.getMetaData().getURL();
    }
    Path output = Files.createTempFile(directory, "writer", ".txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-classpath",
                System.getProperty("java.class.path"),
                ArtifactWriter.class.getName(),
                url,
                tenant)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(output.toFile())
            .start();
    var writer = new Writer(process, output);
    started.add(writer);
    return writer;
  }
}
