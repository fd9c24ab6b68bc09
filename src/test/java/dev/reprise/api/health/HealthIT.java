package dev.reprise.api.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.api.fixture.Client;
import dev.reprise.server.TestServer;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Anyone may ask how the server is. */
class HealthIT {

  @ParameterizedTest
  @CsvSource({
    "started, schema",
    "ready, database",
    "ready, providers",
    "ready, runs",
    "ready, file descriptors",
    "live, application"
  })
  void isToldWithoutALogin(String question, String check) {
    var answer =
        Client.send(HttpRequest.newBuilder(TestServer.http().resolve("/health/" + question)));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body().path("status").asText()).isEqualTo("UP");
    assertThat(answer.body().path("checks").findValuesAsText("name")).contains(check);
  }

  @Test
  void saysWhetherRecordsAreDurable() {
    var answer = Client.send(HttpRequest.newBuilder(TestServer.http().resolve("/health/ready")));

    var checks = answer.body().path("checks");
    assertThat(checks.findValue("durability").asText()).isEqualTo("durable");
    assertThat(checks.findValue("failedWrites").asLong(-1)).isZero();
  }

  @Test
  void saysHowManyRunsWereStranded() {
    var answer = Client.send(HttpRequest.newBuilder(TestServer.http().resolve("/health/ready")));

    assertThat(answer.body().path("checks").findValue("stranded").asLong(-1)).isZero();
  }

  @Test
  void saysHowTheProvidersAre() {
    var answer = Client.send(HttpRequest.newBuilder(TestServer.http().resolve("/health/ready")));

    var checks = answer.body().path("checks");
    assertThat(checks.findValue("scripted.breaker").asText()).isEqualTo("CLOSED");
    assertThat(checks.findValue("scripted.pausedQuotas").asLong(-1)).isNotNegative();
  }
}
