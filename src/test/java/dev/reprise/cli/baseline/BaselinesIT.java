package dev.reprise.cli.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reprise.api.fixture.Client;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.http.Connection;
import dev.reprise.client.http.Credentials;
import dev.reprise.server.CommandLine;
import dev.reprise.server.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of the same scenario are compared with a baseline, from the command line and in tests. */
class BaselinesIT {

  private static final Client ADMIN = new Client("admin");
  private static final String PASSWORD = TestServer.credentials().passwordOf("admin");

  @Test
  void comparesALaterRunStepByStep(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("quick.json");
    CommandLine.Ended captured =
        run("capture", finished("quick").toString(), file.toString(), "--command", "submit quick");
    assertThat(captured.exitCode()).as("%s", captured).isZero();
    Baseline.Origin origin = Baseline.read(file).origin();
    assertThat(origin.command()).isEqualTo("submit quick");
    assertThat(origin.agent()).isEqualTo("quick");
    assertThat(origin.models()).containsExactly("scripted/default");
    assertThat(origin.version()).isNotEqualTo("development");

    String same = finished("quick").toString();
    assertThat(run("compare", same, file.toString()).exitCode()).isZero();
    try (var client =
        new RepriseClient(
            new Connection(TestServer.http(), new Credentials.Login("admin", PASSWORD)))) {
      var baselines = new Baselines(client, Clock.systemUTC());
      baselines.assertSame(file, UUID.fromString(same), "submit quick");

      UUID other = finished("optional");
      CommandLine.Ended compared = run("compare", other.toString(), file.toString());
      assertThat(compared.exitCode()).isEqualTo(1);
      assertThat(compared.output()).contains("look: is new", "say: prompt was ");
      assertThatThrownBy(() -> baselines.assertSame(file, other, "submit optional"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("look: is new");
      assertThatThrownBy(
              () -> baselines.assertSame(directory.resolve("none.json"), other, "submit optional"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("-Dreprise.baselines.renew=true");
    }
  }

  private static UUID finished(String agent) {
    UUID run = ADMIN.submit(agent);
    await().atMost(Duration.ofSeconds(30)).until(() -> ADMIN.status(run).equals("COMPLETED"));
    return run;
  }

  private static CommandLine.Ended run(String... arguments)
      throws IOException, InterruptedException {
    return CommandLine.run(
        Map.of("REPRISE_PASSWORD", PASSWORD),
        Stream.concat(
                Stream.of("baseline", "--server", TestServer.http().toString()),
                Stream.of(arguments))
            .toArray(String[]::new));
  }
}
