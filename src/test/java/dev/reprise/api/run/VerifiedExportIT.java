package dev.reprise.api.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.api.fixture.Client;
import dev.reprise.server.CommandLine;
import dev.reprise.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged command line verifies what the server exports, with the file and the keys alone. */
class VerifiedExportIT {

  private static final Client OPERATOR = new Client("operator");

  @Test
  void isSoundUntilItIsChanged(@TempDir Path directory) throws IOException, InterruptedException {
    UUID run = OPERATOR.submit("quick");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));
    String exported = Client.exchange(OPERATOR.request("runs/" + run + "/export")).body();
    Path keys = Files.writeString(directory.resolve("keys"), TestServer.sealKeys());
    Path file = Files.writeString(directory.resolve("run.jsonl"), exported);
    Path forged =
        Files.writeString(
            directory.resolve("forged.jsonl"), exported.replaceFirst("\"epoch\":1", "\"epoch\":2"));

    CommandLine.Ended sound = verify(file, keys);
    CommandLine.Ended unsound = verify(forged, keys);

    assertThat(sound.exitCode()).as("%s", sound).isZero();
    assertThat(sound.output()).contains("sound: run " + run, "sealed with test");
    assertThat(unsound.exitCode()).as("%s", unsound).isEqualTo(1);
    assertThat(unsound.errors()).contains("not sound: line");
  }

  private static CommandLine.Ended verify(Path file, Path keys)
      throws IOException, InterruptedException {
    return CommandLine.run("verify", file.toString(), "--key-file", keys.toString());
  }
}
