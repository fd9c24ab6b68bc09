package dev.reprise.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.client.RepriseClient;
import dev.reprise.client.http.Connection;
import dev.reprise.client.http.Credentials;
import dev.reprise.platform.Json;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the checks find that need only the readiness of a server. */
class ReadinessChecksTest {

  private static final URI LOCAL = URI.create("http://localhost:9080");
  private static final String WELL = "\"durability\": \"durable\", \"approvals\": \"people\"";

  @Test
  void nothingIsFoundOnAServerThatIsWell() throws Exception {
    for (Check check : DoctorCommand.checks().open()) {
      assertThat(check.findings(server(LOCAL, "UP", WELL, Duration.ZERO)))
          .as(check.subject())
          .isEmpty();
    }
  }

  @Test
  void aDatabaseThatDoesNotAnswerIsAnError() {
    assertThat(ReadinessChecks.database(server(LOCAL, "DOWN", WELL, Duration.ZERO)))
        .singleElement()
        .satisfies(it -> assertThat(it.severity()).isEqualTo(Severity.ERROR))
        .satisfies(it -> assertThat(it.text()).contains("database does not answer"));
  }

  @Test
  void maintenanceIsAWarningWithItsReason() {
    ServerState server = server(LOCAL, "DOWN", "\"maintenance\": \"more memory\"", Duration.ZERO);

    assertThat(ReadinessChecks.database(server)).isEmpty();
    assertThat(ReadinessChecks.maintenance(server))
        .singleElement()
        .satisfies(it -> assertThat(it.severity()).isEqualTo(Severity.WARNING))
        .satisfies(it -> assertThat(it.text()).endsWith("more memory"))
        .satisfies(it -> assertThat(it.remedy()).contains("reprise maintenance end"));
  }

  @Test
  void recordsThatAreNotDurableAreAnError() {
    assertThat(
            ReadinessChecks.durability(
                server(LOCAL, "UP", "\"durability\": \"degraded\"", Duration.ZERO)))
        .singleElement()
        .satisfies(it -> assertThat(it.severity()).isEqualTo(Severity.ERROR));
  }

  @Test
  void theTestProfileIsAWarning() {
    assertThat(
            ReadinessChecks.testProfile(
                server(LOCAL, "UP", "\"approvals\": \"test profile\"", Duration.ZERO)))
        .singleElement()
        .satisfies(it -> assertThat(it.remedy()).contains("REPRISE_APPROVALS_TEST_PROFILE"));
  }

  @ParameterizedTest
  @CsvSource({"800, 0", "801, 1"})
  void fewFileDescriptorsLeftAreAWarning(int open, int findings) {
    var report =
        new HealthReport(
            Json.read(
                """
                {"checks": [{"name": "file descriptors", "status": "UP",
                             "data": {"open": %d, "max": 1000}}]}
                """
                    .formatted(open)),
            Optional.empty(),
            Optional.empty());

    assertThat(ReadinessChecks.fileDescriptors(server(LOCAL, report))).hasSize(findings);
  }

  @Test
  void strandedRunsAreAWarning() {
    var report =
        new HealthReport(
            Json.read(
                """
                {"checks": [{"name": "runs", "status": "UP", "data": {"stranded": 2}}]}
                """),
            Optional.empty(),
            Optional.empty());

    assertThat(ReadinessChecks.strandedRuns(server(LOCAL, report)))
        .singleElement()
        .satisfies(it -> assertThat(it.text()).endsWith(": 2."));
  }

  @ParameterizedTest
  @CsvSource({
    "PT5S, ''",
    "PT-5S, ''",
    "PT6S, 6 s later than that of this machine",
    "PT-1M, 60 s earlier than that of this machine"
  })
  void clocksThatDifferByMoreThanFiveSecondsAreAWarning(Duration ahead, String text) {
    assertThat(ReadinessChecks.clock(server(LOCAL, "UP", WELL, ahead)))
        .hasSize(text.isEmpty() ? 0 : 1)
        .allSatisfy(it -> assertThat(it.text()).contains(text));
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:9080, 0",
    "http://127.0.0.1:9080, 0",
    "http://[::1]:9080, 0",
    "https://reprise.example.org, 0",
    "http://reprise.example.org, 1"
  })
  void plainHttpToAnotherMachineIsAnError(URI address, int findings) {
    assertThat(ReadinessChecks.transport(server(address, "UP", WELL, Duration.ZERO)))
        .hasSize(findings)
        .allSatisfy(it -> assertThat(it.remedy()).contains("https://reprise.example.org"));
  }

  private static ServerState server(URI address, String status, String data, Duration ahead) {
    String answer =
        """
        {"checks": [{"name": "database", "status": "%s", "data": {%s}},
                    {"name": "runs", "status": "UP", "data": {"stranded": 0}}]}
        """
            .formatted(status, data);
    return server(
        address, new HealthReport(Json.read(answer), Optional.of(ahead), Optional.empty()));
  }

  /** These checks ask the client nothing. */
  private static ServerState server(URI address, HealthReport ready) {
    var client = new RepriseClient(new Connection(LOCAL, new Credentials.ApiKey("k")));
    return new ServerState(address, client, ready, Instant.EPOCH);
  }
}
