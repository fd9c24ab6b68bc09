package dev.reprise.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What production needs so that neither costs nor the database grow without a bound. */
class LimitChecksTest {

  private final CheckedServer server = new CheckedServer();

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"usd", "tokens"})
  void aLimitOfTheTenantsDayBoundsItsCosts(String unit) throws Exception {
    server.answer("{\"items\": [{\"unit\": \"%s\", \"limit\": 10}]}".formatted(unit));

    assertThat(server.findings(LimitChecks::day)).isEmpty();
  }

  @Test
  void limitsOfOneAgentOrScheduleOrOfCallsDoNot() throws Exception {
    server.answer(
        """
        {"items": [{"unit": "usd", "agent": "clerk"}, {"unit": "usd", "schedule": "nightly"},
                   {"unit": "modelCalls"}]}
        """);

    assertThat(server.findings(LimitChecks::day))
        .singleElement()
        .satisfies(it -> assertThat(it.severity()).isEqualTo(Severity.ERROR))
        .satisfies(it -> assertThat(it.remedy()).contains("REPRISE_BUDGETS_DAY_USD"));
  }

  @Test
  void agentsWhoseRunsMayCostAnythingAreAWarning() throws Exception {
    server
        .answer(
            """
            {"items": [
              {"name": "surveyor", "usable": true, "source": "built-in surveyor.yaml",
               "model": {"provider": "claude"}},
              {"name": "tried", "usable": true, "source": "t.yaml", "model": {"provider": "scripted"}},
              {"name": "broken", "usable": false, "source": "b.yaml"},
              {"name": "costly", "usable": true, "source": "c.yaml", "version": "v1",
               "model": {"provider": "claude"}},
              {"name": "timed", "usable": true, "source": "d.yaml", "version": "v2",
               "model": {"provider": "claude"}},
              {"name": "bounded", "usable": true, "source": "e.yaml", "version": "v3",
               "model": {"provider": "claude"}}]}
            """)
        .answer("{\"document\": {}}")
        .answer("{\"document\": {\"budget\": {\"time\": \"PT1H\"}}}")
        .answer("{\"document\": {\"budget\": {\"usd\": 2}}}");

    assertThat(server.findings(LimitChecks::agents))
        .singleElement()
        .satisfies(it -> assertThat(it.severity()).isEqualTo(Severity.WARNING))
        .satisfies(it -> assertThat(it.text()).endsWith("tokens: costly, timed."));
    assertThat(server.asked().get(1).address().getPath())
        .isEqualTo("/api/v1/agents/costly/versions/v1");
  }

  @Test
  void manyAgentsAreNamedInPart() throws Exception {
    server.answer(
        IntStream.range(0, 12)
            .mapToObj(i -> "{\"name\": \"a%d\", \"version\": \"v\", \"usable\": true}".formatted(i))
            .collect(Collectors.joining(", ", "{\"items\": [", "]}")));
    IntStream.range(0, 12).forEach(i -> server.answer("{\"document\": {}}"));

    assertThat(server.findings(LimitChecks::agents))
        .singleElement()
        .satisfies(it -> assertThat(it.text()).endsWith("a8, a9 and 2 more."));
  }

  @ParameterizedTest
  @CsvSource({"age, P30D", "count, 100", "bytes, 1000", "file, /etc/reprise/retention.yaml"})
  void aRetentionThatWasDecidedIsNoFinding(String setting, String value) throws Exception {
    server.settings(Map.of("retention." + setting, value));

    assertThat(server.findings(LimitChecks::retention)).isEmpty();
  }

  @Test
  void theDefaultRetentionIsAWarning() throws Exception {
    server.answer("{\"items\": [{\"name\": \"reprise.retention.age\", \"default\": \"P7D\"}]}");

    assertThat(server.findings(LimitChecks::retention))
        .singleElement()
        .satisfies(it -> assertThat(it.severity()).isEqualTo(Severity.WARNING))
        .satisfies(it -> assertThat(it.text()).contains("erased P7D after their end"));
  }

  @Test
  void noRetentionAtAllIsAWarning() throws Exception {
    server.settings(
        Map.of("retention.age", "none", "retention.count", "none", "retention.bytes", "none"));

    assertThat(server.findings(LimitChecks::retention))
        .singleElement()
        .satisfies(it -> assertThat(it.text()).contains("Nothing erases ended runs"));
  }
}
