package dev.reprise.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.client.RepriseClient;
import dev.reprise.platform.Json;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What production needs so that no stranger gets in, and no record changes unseen. */
class SecurityChecksTest {

  private static final Map<String, String> DEVELOPMENT =
      Map.of("login", "registry", "batch.admins", "group:reprise/batch-admins");

  private final CheckedServer server = new CheckedServer();

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({"P29D, 1", "P30D, 0"})
  void aCertificateThatEndsWithinThirtyDaysIsAWarning(Duration left, int findings) {
    var until = CheckedServer.NOW.plus(left);
    assertThat(SecurityChecks.certificate(state("https://example.org", "people", until)))
        .hasSize(findings)
        .allSatisfy(it -> assertThat(it.severity()).isEqualTo(Severity.WARNING))
        .allSatisfy(it -> assertThat(it.text()).endsWith("ends at %s.".formatted(until)));
  }

  @Test
  void overPlainHttpThereIsNoCertificateToCheck() {
    assertThat(
            SecurityChecks.certificate(
                state("http://localhost:9080", "people", CheckedServer.NOW.plusSeconds(1))))
        .singleElement()
        .satisfies(it -> assertThat(it.text()).contains("was not checked"));
  }

  @ParameterizedTest
  @CsvSource({"test profile, 1", "people, 0"})
  void theTestProfileIsAnErrorInProduction(String approvals, int findings) {
    assertThat(
            SecurityChecks.testProfile(state("https://example.org", approvals, CheckedServer.NOW)))
        .hasSize(findings)
        .allSatisfy(it -> assertThat(it.severity()).isEqualTo(Severity.ERROR));
  }

  @ParameterizedTest
  @CsvSource({"anywhere, 1", "loopback, 0"})
  void plainHttpFromEverywhereIsAnError(String setting, int findings) throws Exception {
    server.settings(Map.of("http.plain", setting));

    assertThat(server.findings(SecurityChecks::plainHttp))
        .hasSize(findings)
        .allSatisfy(it -> assertThat(it.severity()).isEqualTo(Severity.ERROR));
  }

  @ParameterizedTest
  @CsvSource({"admin, ERROR", "ana, WARNING", "api-key:doctor, WARNING"})
  void usersOfTheRealmOfDevelopmentAreFound(String caller, Severity severity) throws Exception {
    server.settings(DEVELOPMENT).answer("{\"name\": \"%s\"}".formatted(caller));

    assertThat(server.findings(SecurityChecks::users))
        .singleElement()
        .satisfies(it -> assertThat(it.severity()).isEqualTo(severity))
        .satisfies(it -> assertThat(it.remedy()).contains("REPRISE_LOGIN=oidc"));
  }

  @Test
  void usersOfAnotherRealmOrWithTokensAreNot() throws Exception {
    server.settings(Map.of("login", "registry", "batch.admins", "group:ldap/cn=batch"));
    assertThat(server.findings(SecurityChecks::users)).isEmpty();

    server.settings(Map.of("login", "oidc", "batch.admins", "group:reprise/batch-admins"));
    assertThat(server.findings(SecurityChecks::users)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "20, ana, POST /api/v1/webhooks, 1",
    "19, ana, POST /api/v1/webhooks, 0",
    "20, ana, GET /api/v1/audit, 0",
    "20, api-key:import, POST /api/v1/webhooks, 0",
  })
  void oneLoginForManyChangesIsAWarning(int count, String by, String deed, int findings)
      throws Exception {
    server.answer(deeds(count, by, deed));

    assertThat(server.findings(SecurityChecks::changes))
        .hasSize(findings)
        .allSatisfy(it -> assertThat(it.text()).contains("The last 20 changes", "'ana'"));
    assertThat(server.asked().getFirst().address().getQuery()).isEqualTo("limit=200");
  }

  @Test
  void changesOfSeveralPeopleAreNot() throws Exception {
    String entries = deeds(20, "ana", "POST /x");
    server.answer(entries.replaceFirst("ana", "bo"));

    assertThat(server.findings(SecurityChecks::changes)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"seal.key-file, 0", "seal.keys, 0", "encryption.keys, 1"})
  void recordsWithoutSealsAreAnError(String set, int findings) throws Exception {
    server.settings(Map.of(set, "[hidden]"));

    assertThat(server.findings(SecurityChecks::sealingKeys))
        .hasSize(findings)
        .allSatisfy(it -> assertThat(it.severity()).isEqualTo(Severity.ERROR))
        .allSatisfy(it -> assertThat(it.remedy()).contains("REPRISE_SEAL_KEY_FILE"));
  }

  @ParameterizedTest
  @CsvSource({"encryption.key-file, 0", "encryption.keys, 0", "seal.keys, 1"})
  void recordsThatAreNotEncryptedAreAWarning(String set, int findings) throws Exception {
    server.settings(Map.of(set, "[hidden]"));

    assertThat(server.findings(SecurityChecks::encryptionKeys))
        .hasSize(findings)
        .allSatisfy(it -> assertThat(it.severity()).isEqualTo(Severity.WARNING));
  }

  private static String deeds(int count, String by, String deed) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                "{\"type\": \"deed\", \"data\": {\"by\": \"%s\", \"deed\": \"%s\"}}"
                    .formatted(by, deed))
        .collect(Collectors.joining(", ", "{\"items\": [{\"type\": \"logins-refused\"}, ", "]}"));
  }

  private ServerState state(String address, String approvals, Instant certificateUntil) {
    var ready =
        new HealthReport(
            Json.read(
                "{\"checks\": [{\"name\": \"database\", \"data\": {\"approvals\": \"%s\"}}]}"
                    .formatted(approvals)),
            Optional.empty(),
            Optional.of(certificateUntil));
    try (RepriseClient client = server.client()) { // these checks ask it nothing
      return new ServerState(URI.create(address), client, ready, CheckedServer.NOW);
    }
  }
}
