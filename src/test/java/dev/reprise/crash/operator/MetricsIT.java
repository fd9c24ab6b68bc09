package dev.reprise.crash.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.reprise.crash.fixture.Site;
import dev.reprise.fixture.Machine;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import dev.reprise.server.PrometheusProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a server says of itself to Prometheus, and what is made of it. */
class MetricsIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Path MONITORING = Path.of("server-config", "monitoring");

  private static final Site SITE =
      Site.named(
          "metrics",
          Site.FILES
              .with("REPRISE_TELEMETRY", "page")
              .with("REPRISE_BUDGETS_DAY_TOKENS", "1000000")
              .with("WLP_LOGGING_MESSAGE_FORMAT", "json"));

  private static UUID asks;
  private static UUID waited;

  /** The metrics while a quota is paused. */
  private static Set<String> early;

  @BeforeAll
  static void haveMuchHappen() {
    SITE.server().start();
    waited = SITE.submit("wait", SITE.file("waited").toString());
    SITE.submit("overloaded", SITE.file("overloaded").toString());
    asks = SITE.submit("three-approvals", SITE.file("asks").toString());
    SITE.awaitStatus(asks, "WAITING");
    await().atMost(PATIENCE).until(() -> names().contains("agentrun_quota_paused_seconds"));
    early = names();
    approve("one");
    SITE.awaitStatus(waited, "COMPLETED");
  }

  private static void approve(String call) {
    SITE.runs()
        .say(asks, call + ":approve", JsonNodeFactory.instance.objectNode().put("reason", "seen"));
  }

  @AfterAll
  static void close() {
    SITE.close();
  }

  private static JsonClient auditor() {
    return SITE.runs().http().as("auditor");
  }

  private static String page() {
    HttpResponse<String> page = auditor().ask("api/v1/metrics");
    assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
    return page.body();
  }

  private static Set<String> names() {
    return page()
        .lines()
        .filter(line -> !line.startsWith("#") && !line.isEmpty())
        .map(line -> line.replaceFirst("[{ ].*", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> known() {
    Set<String> known = names();
    known.addAll(early);
    return known;
  }

  @Test
  void doesNotSayHowTheServerWasStarted() {
    assertThat(page()).doesNotContain("process_command");
  }

  @Test
  void saysHowRunsStand() {
    assertThat(page().lines())
        .contains("agentrun_runs_active{status=\"QUEUED\"} 0.0")
        .anyMatch(line -> line.startsWith("agentrun_approval_pending 1"))
        .contains("agentrun_run_completed_total{outcome=\"FAILED\"} 0.0")
        .anyMatch(
            line -> line.matches("agentrun_run_completed_total\\{outcome=\"COMPLETED\"} [12].0"))
        .contains("agentrun_approval_decided_total{result=\"approved\"} 1.0");
  }

  @Test
  void isOfTheTypeThatPrometheusReads() {
    assertThat(auditor().ask("api/v1/metrics").headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain").contains("0.0.4"));
  }

  @Test
  void isRefusedToWhoMayNotReadEverything() {
    assertThat(SITE.runs().http().as("viewer").ask("api/v1/metrics").statusCode()).isEqualTo(403);
  }

  @Test
  void hasEachMetricThatAPanelAsksFor() throws IOException {
    Set<String> asked = new TreeSet<>();
    for (JsonNode panel :
        Json.read(Files.readString(MONITORING.resolve("dashboard.json"))).path("panels")) {
      panel.path("targets").forEach(target -> asked.addAll(metrics(target.path("expr").asText())));
    }

    assertThat(asked).hasSizeGreaterThan(30);
    assertThat(known()).containsAll(asked);
  }

  @Test
  void hasEachMetricThatAnAlertAsksFor() throws IOException {
    Set<String> asked = new TreeSet<>();
    new YAMLMapper()
        .readTree(MONITORING.resolve("alerts.yaml").toFile())
        .findValuesAsText("expr")
        .forEach(expression -> asked.addAll(metrics(expression)));

    assertThat(asked).hasSizeGreaterThan(8);
    assertThat(known()).containsAll(asked);
  }

  /** Returns the names of metrics in an expression of Prometheus. */
  private static Set<String> metrics(String expression) {
    Matcher name =
        Pattern.compile("\\b(?:agentrun|gen_ai|ft|jvm|db)_[a-z_]+\\b")
            .matcher(
                expression
                    .replaceAll("\\{[^}]*}", "")
                    .replaceAll("\\b(by|without) \\([^)]*\\)", ""));
    return name.results().map(it -> it.group()).collect(Collectors.toSet());
  }

  @Test
  void isReadByPrometheusWhichEvaluatesTheRules() throws Exception {
    Machine.requires(PrometheusProcess.isInstalled(), () -> "there is no prometheus here");
    try (var prometheus =
        PrometheusProcess.reading(SITE.server(), "auditor", MONITORING.resolve("alerts.yaml"))) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                assertThat(prometheus.value("up")).isEqualTo("1");
                assertThat(prometheus.value("agentrun_approval_pending")).isEqualTo("1");
                assertThat(prometheus.rules())
                    .hasSize(13)
                    .allSatisfy(rule -> assertThat(rule.path("health").asText()).isEqualTo("ok"));
              });
    }
  }

  @Test
  void countsStreamsThatContinue() {
    assertThat(page().lines()).contains("agentrun_stream_reconnects_total 0.0");

    SITE.runs()
        .http()
        .with("Accept", "text/event-stream")
        .with("Last-Event-ID", "1")
        .ask("api/v1/runs/%s/events".formatted(waited));

    assertThat(page().lines()).contains("agentrun_stream_reconnects_total 1.0");
  }

  @Test
  void logsEachLineAboutARunWithItsFields() throws IOException {
    JsonNode released = lineOfTheLog("run %s: COMPLETED".formatted(waited));

    JsonNode run = SITE.runs().http().get("api/v1/runs/" + waited);
    assertThat(released.path("ext_run").asText()).isEqualTo(waited.toString());
    assertThat(released.path("ext_tenant").asText()).isEqualTo("default");
    assertThat(released.path("ext_epoch").asText()).isEqualTo(run.path("epoch").asText());
    assertThat(released.path("ext_trace").asText()).isEqualTo(run.path("traceId").asText());
  }

  @Test
  void logsEachLineAboutARequestWithItsTrace() throws IOException {
    String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    SITE.runs()
        .http()
        .with("traceparent", "00-" + trace + "-00f067aa0ba902b7-01")
        .change(
            "POST", "api/v1/breakers/model/scripted:reset", JsonNodeFactory.instance.objectNode());

    JsonNode reset = lineOfTheLog("breaker of provider scripted: reset by operator");
    assertThat(reset.path("ext_trace").asText()).isEqualTo(trace);
  }

  private static JsonNode lineOfTheLog(String message) throws IOException {
    return Files.readAllLines(SITE.server().log()).stream()
        .filter(line -> line.startsWith("{"))
        .map(Json::read)
        .filter(line -> line.path("message").asText().equals(message))
        .findFirst()
        .orElseThrow(() -> new AssertionError("the log has no line: " + message));
  }
}
