package dev.reprise.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.ScriptedServer;
import dev.reprise.client.http.Connection;
import dev.reprise.client.http.Credentials;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the checks find in answers of the API, and what they advise. */
class ApiChecksTest {

  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");

  private final ScriptedServer server = new ScriptedServer();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void nothingIsFoundOnAServerWithoutFaults() throws Exception {
    for (Check check : DoctorCommand.checks().loggedIn()) {
      server.json(200, "{\"items\": [], \"warnings\": [], \"corrupt\": [], \"counts\": {}}");
      assertThat(findings(check.question())).as(check.subject()).isEmpty();
    }
  }

  @Test
  void anotherVersionIsAWarning() throws Exception {
    server.json(200, "{\"info\": {\"version\": \"1.2.0\"}}");

    assertThat(findings(it -> OperationsChecks.version(Optional.of("1.1.0"), it)))
        .containsExactly(
            Finding.warning(
                "This program has version 1.1.0, the server 1.2.0.",
                "Use the reprise that comes with the server, bin/reprise."));
  }

  @Test
  void theSameVersionIsNot() throws Exception {
    server.json(200, "{\"info\": {\"version\": \"1.1.0\"}}");

    assertThat(findings(it -> OperationsChecks.version(Optional.of("1.1.0"), it))).isEmpty();
  }

  @Test
  void aBuildWithoutADescriptionOfItsApiIsNotCompared() throws Exception {
    server.problem(404, "not-found");

    assertThat(findings(it -> OperationsChecks.version(Optional.of("1.1.0"), it))).isEmpty();
  }

  @Test
  void settingsWithoutEffectAreWarnings() throws Exception {
    server.json(200, "{\"warnings\": [\"reprise.leese has no effect\"]}");

    assertThat(findings(OperationsChecks::configuration))
        .singleElement()
        .satisfies(it -> assertThat(it.text()).isEqualTo("reprise.leese has no effect."));
  }

  @Test
  void whatTheServerWarnsOfAtAgentsIsAWarning() throws Exception {
    server.json(
        200,
        """
        {"items": [
          {"name": "clerk", "usable": true, "warnings": [
            "model claude/odd has no price, so a person must approve each of its calls"]}]}""");

    assertThat(findings(CatalogueChecks::agents))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.severity()).isEqualTo(Severity.WARNING);
              assertThat(it.text())
                  .isEqualTo(
                      "Agent 'clerk': model claude/odd has no price, so a person must approve each"
                          + " of its calls.");
              assertThat(it.remedy()).contains("REPRISE_PRICES_FILE");
            });
  }

  @Test
  void aDelegateThatDoesNotExistIsAWarning() throws Exception {
    server.json(
        200,
        """
        {"items": [{"name": "boss", "usable": true, "source": "boss.yaml", "warnings": [
            "grants.delegate names agent 'late', and there is none of this name"]}]}""");

    assertThat(findings(CatalogueChecks::agents))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.severity()).isEqualTo(Severity.WARNING);
              assertThat(it.text())
                  .isEqualTo(
                      "Agent 'boss': grants.delegate names agent 'late', and there is none of this"
                          + " name.");
              assertThat(it.remedy()).startsWith("Correct boss.yaml, or add what it names");
            });
  }

  @Test
  void agentsThatCannotBeUsedAreErrors() throws Exception {
    server.json(
        200,
        """
        {"items": [
          {"name": "good", "usable": true},
          {"name": "bad", "usable": false, "source": "/agents/bad.yaml",
           "problems": [{"path": "/tools/0", "message": "is no tool"}]}]}
        """);

    assertThat(findings(CatalogueChecks::agents))
        .containsExactly(
            Finding.error(
                "Agent 'bad' cannot be used: /tools/0 is no tool",
                "Correct /agents/bad.yaml; to check it: reprise agent validate FILE"));
  }

  @Test
  void killSwitchesAreWarningsWithWhoAndWhyAndHowToReleaseThem() throws Exception {
    server.json(
        200,
        """
        {"items": [{"id": "17", "kind": "TOOL", "name": "http_post", "tenant": "*", "by": "ana",
                    "reason": "It leaks.", "at": "2026-03-01T08:00:00Z"}]}
        """);

    assertThat(findings(OperationsChecks::killSwitches))
        .containsExactly(
            Finding.warning(
                "The kill switch tool http_post is set for tenant * by ana since"
                    + " 2026-03-01T08:00:00Z: It leaks.",
                "Once its reason is gone: reprise kill-switch release 17"));
  }

  @Test
  void anOpenBreakerIsAnErrorOfAProviderAndElseAWarning() throws Exception {
    server.json(
        200,
        """
        {"items": [
          {"kind": "model", "name": "openai", "state": "OPEN", "failures": 5,
           "since": "2026-03-02T07:00:00Z", "until": "2026-03-02T08:01:00Z", "because": "timeout"},
          {"kind": "tool", "name": "http_get", "state": "HALF_OPEN", "failures": 3},
          {"kind": "tool", "name": "list_files", "state": "CLOSED", "failures": 0}]}
        """);

    List<Finding> found = findings(OperationsChecks::breakers);

    assertThat(found)
        .extracting(Finding::severity)
        .containsExactly(Severity.ERROR, Severity.WARNING);
    assertThat(found.getFirst().text())
        .isEqualTo(
            "The breaker of model provider 'openai' is OPEN since 2026-03-02T07:00:00Z, after 5"
                + " failures in a row, the last one timeout.");
    assertThat(found.getFirst().remedy()).contains("reprise breaker reset model openai");
  }

  @Test
  void aPausedQuotaIsAWarning() throws Exception {
    server.json(
        200,
        """
        {"items": [{"provider": "openai", "model": "m", "pausedUntil": "2026-03-02T08:01:00Z"}]}
        """);

    assertThat(findings(OperationsChecks::quotas))
        .singleElement()
        .satisfies(it -> assertThat(it.text()).contains("'m' until 2026-03-02T08:01:00Z"))
        .satisfies(it -> assertThat(it.remedy()).contains("reprise quota resume openai m"));
  }

  @Test
  void mcpServersThatAreAwayAreErrorsAndToolsThatTheyLoseWarnings() throws Exception {
    server.json(
        200,
        """
        {"items": [
          {"server": "docs", "status": "AWAY", "detail": "connection refused",
           "since": "2026-03-02T07:00:00Z", "quarantined": []},
          {"server": "mail", "status": "CONNECTED",
           "leftOut": [{"tool": "read", "reason": "its schema is true, but must be an object"}],
           "quarantined": [{"tool": "send", "digest": "d1", "change": "its schema"}]}]}
        """);

    List<Finding> found = findings(CatalogueChecks::mcpServers);

    assertThat(found)
        .extracting(Finding::severity)
        .containsExactly(Severity.ERROR, Severity.WARNING, Severity.WARNING);
    assertThat(found.getFirst().text()).contains("'docs'").endsWith("connection refused");
    assertThat(found.get(1).text()).contains("'read'").endsWith("must be an object");
    assertThat(found.getLast().remedy())
        .contains("reprise mcp acknowledge mail send --digest")
        .contains("d1");
  }

  @Test
  void generatedToolsInQuarantineAndCorruptOnesAreWarnings() throws Exception {
    server.json(
        200,
        """
        {"items": [{"role": "feed_reader", "method": "titles", "stage": "QUARANTINED",
                    "fitness": {"lastFailure": {"reason": "no titles"}}}],
         "corrupt": [{"role": "feed_reader", "method": "dates", "reason": "no code"}]}
        """);

    List<Finding> found = findings(CatalogueChecks::generatedTools);

    assertThat(server.asked().getFirst().address().getQuery()).contains("stage=QUARANTINED");
    assertThat(found)
        .extracting(Finding::severity)
        .containsExactly(Severity.WARNING, Severity.WARNING);
    assertThat(found.getFirst().text())
        .contains("'feed_reader.titles'")
        .endsWith("its last failure: no titles");
    assertThat(found.getLast().text()).endsWith("it is not used: no code");
  }

  @Test
  void deadLettersAreAWarning() throws Exception {
    server.json(
        200,
        """
        {"items": [{"status": "FAILED", "count": 9, "orMore": false},
                   {"status": "DEAD_LETTER", "count": 10000, "orMore": true}]}
        """);

    assertThat(findings(OperationsChecks::deadLetters))
        .singleElement()
        .satisfies(
            it ->
                assertThat(it.text())
                    .isEqualTo("Runs that were given up after repeated failures: 10000 or more."))
        .satisfies(it -> assertThat(it.remedy()).contains("reprise run retry RUN"));
  }

  @Test
  void runsThatWaitForAPersonForMoreThanADayAreAWarning() throws Exception {
    server.json(
        200,
        """
        {"items": [{"run": "1", "since": "2026-03-01T07:59:00Z"},
                   {"run": "2", "since": "2026-03-01T08:01:00Z"}]}
        """);

    assertThat(findings(OperationsChecks::longWaits))
        .singleElement()
        .satisfies(it -> assertThat(it.text()).endsWith("more than a day: 1."));
  }

  @Test
  void runsWithCallsInDoubtAreAWarningAtOnce() throws Exception {
    server.json(
        200,
        """
        {"items": [
          {"run": "1", "since": "2026-03-02T07:59:00Z", "waitingFor": "reconciliation"},
          {"run": "2", "since": "2026-03-02T07:59:00Z", "waitingFor": "approval"}]}
        """);

    assertThat(findings(OperationsChecks::longWaits))
        .singleElement()
        .satisfies(it -> assertThat(it.text()).endsWith("outcome is unknown: 1."));
  }

  private List<Finding> findings(Check.Question check) throws Exception {
    var connection = new Connection(server.address(), new Credentials.ApiKey("k"));
    try (var client = new RepriseClient(connection)) {
      var ready = new HealthReport(MissingNode.getInstance(), Optional.empty(), Optional.empty());
      return check.findings(new ServerState(server.address(), client, ready, NOW));
    }
  }
}
