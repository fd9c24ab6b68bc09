package dev.reprise.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.client.RepriseClient;
import dev.reprise.platform.Json;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What production needs so that runs go on when a server fails, and people learn of it. */
class CapacityChecksTest {

  private static final Map<String, String> SHARED =
      Map.of("database", "postgresql", "dispatch.max-running", "16");

  private final CheckedServer server = new CheckedServer();

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({"4095, 1", "4096, 0"})
  void aLowLimitOfFileDescriptorsIsAWarning(int max, int findings) {
    var ready =
        new HealthReport(
            Json.read(
                "{\"checks\": [{\"name\": \"file descriptors\", \"data\": {\"max\": %d}}]}"
                    .formatted(max)),
            Optional.empty(),
            Optional.empty());
    try (RepriseClient client = server.client()) { // this check asks it nothing
      var state =
          new ServerState(URI.create("https://example.org"), client, ready, CheckedServer.NOW);
      assertThat(CapacityChecks.descriptors(state)).hasSize(findings);
    }
  }

  @ParameterizedTest
  @CsvSource({"derby, 1", "postgresql, 0"})
  void derbyIsAWarning(String database, int findings) throws Exception {
    server.settings(Map.of("database", database));

    assertThat(server.findings(CapacityChecks::database))
        .hasSize(findings)
        .allSatisfy(it -> assertThat(it.severity()).isEqualTo(Severity.WARNING));
  }

  @Test
  void aServerAloneOnPostgresqlIsAWarning() throws Exception {
    server
        .settings(SHARED)
        .answer(
            """
            {"servers": [{"name": "a", "up": true}, {"name": "b", "up": false},
                         {"name": "c", "up": true, "maintenance": true}]}
            """);

    assertThat(server.findings(CapacityChecks::servers))
        .singleElement()
        .satisfies(it -> assertThat(it.text()).contains("No second server is up"));
  }

  @Test
  void onDerbyThereCanBeNoOther() throws Exception {
    server.settings(Map.of("database", "derby"));

    assertThat(server.findings(CapacityChecks::servers)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"16, 16, 0", "16, 17, 1"})
  void serversOfWhichNoneCanBeSparedAreAWarning(int a, int b, int findings) throws Exception {
    server
        .settings(SHARED)
        .answer(
            """
            {"servers": [{"name": "a", "up": true, "runs": %d}, {"name": "b", "up": true, "runs": %d},
                         {"name": "c", "up": true, "runs": 0}]}
            """
                .formatted(a, b));

    assertThat(server.findings(CapacityChecks::servers))
        .hasSize(findings)
        .allSatisfy(
            it ->
                assertThat(it.text())
                    .isEqualTo(
                        "3 servers hold 33 runs; without one of them there are places for 32."));
  }

  @Test
  void aServerThatStartsNoRunsIsAWarning() throws Exception {
    server.settings(Map.of("dispatch.enabled", "false"));

    assertThat(server.findings(CapacityChecks::dispatcher))
        .singleElement()
        .satisfies(it -> assertThat(it.remedy()).contains("REPRISE_DISPATCH_ENABLED"));
  }

  @ParameterizedTest
  @CsvSource({"32, 31, 1", "32, 32, 0"})
  void fewerModelCallsThanRunsAreAWarning(String running, String calls, int findings)
      throws Exception {
    server.settings(Map.of("dispatch.max-running", running, "bound.model.calls", calls));

    assertThat(server.findings(CapacityChecks::dispatcher))
        .hasSize(findings)
        .allSatisfy(it -> assertThat(it.text()).contains("up to 32 runs, and makes 31 model"));
  }

  @ParameterizedTest
  @CsvSource({"off, 1", "page, 0", "otlp, 0"})
  void noMetricsAreAWarning(String telemetry, int findings) throws Exception {
    server.settings(Map.of("telemetry", telemetry));

    assertThat(server.findings(CapacityChecks::metrics))
        .hasSize(findings)
        .allSatisfy(it -> assertThat(it.remedy()).contains("REPRISE_TELEMETRY=page or otlp"));
  }

  @Test
  void eventsThatNoWebhookTellsOfAreAWarning() throws Exception {
    server.answer(
        """
        {"items": [
          {"enabled": true, "events": ["run.completed", "run.dead-lettered"]},
          {"enabled": false, "events": ["run.waiting-for-approval"]}]}""");

    assertThat(server.findings(CapacityChecks::webhooks))
        .singleElement()
        .satisfies(
            it -> assertThat(it.text()).contains("is told of run.waiting-for-approval."),
            it -> assertThat(it.remedy()).contains("--event run.waiting-for-approval;"));
  }

  @Test
  void severalWebhooksMayTellOfThem() throws Exception {
    server.answer(
        """
        {"items": [
          {"enabled": true, "events": ["run.dead-lettered"]},
          {"enabled": true, "events": ["run.waiting-for-approval"]}]}""");

    assertThat(server.findings(CapacityChecks::webhooks)).isEmpty();
  }
}
