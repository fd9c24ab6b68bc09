package dev.reprise.deploy;

import static dev.reprise.deploy.KubernetesObjects.amount;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.deploy.KubernetesObjects.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers in a cluster run without rights, are probed where they answer, and end in order. */
class KubernetesTest {

  private static final String PAGE = Deployment.text(Path.of("src/docs/deployment.md"));
  private static final String OPERATIONS = Deployment.text(Path.of("src/docs/operations.md"));
  private static final String CONFIGURATION = Deployment.text(Path.of("src/docs/configuration.md"));
  private static final Duration LIBERTY_STOPS_WITHIN = Duration.ofSeconds(30);

  static List<Workload> workloads() {
    return KubernetesObjects.workloads(KubernetesObjects.ofFiles()).toList();
  }

  @Test
  void areTwoWays() {
    assertThat(workloads())
        .extracting(Workload::source)
        .containsExactlyInAnyOrder("StatefulSet", "OpenLibertyApplication");
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void runsWithoutRights(Workload workload) {
    String user =
        Deployment.found(
            "^USER (\\d+)", Deployment.text(Deployment.ROOT.resolve("image/Containerfile")));

    assertThat(workload.security("runAsNonRoot").asBoolean()).isTrue();
    assertThat(workload.security("runAsUser").asText()).isEqualTo(user);
    assertThat(workload.security("readOnlyRootFilesystem").asBoolean()).isTrue();
    assertThat(workload.security("allowPrivilegeEscalation").asBoolean(true)).isFalse();
    assertThat(workload.security("capabilities").path("drop").toString()).isEqualTo("[\"ALL\"]");
    assertThat(workload.security("seccompProfile").path("type").asText())
        .isEqualTo("RuntimeDefault");
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void asksForNoMoreThanItMayHave(Workload workload) {
    JsonNode resources = workload.container().path("resources");

    assertThat(resources.at("/limits/memory").asText()).isEqualTo("1Gi");
    assertThat(resources.path("requests").properties())
        .isNotEmpty()
        .allSatisfy(
            it -> {
              JsonNode limit = resources.path("limits").path(it.getKey());
              assertThat(
                      limit.isMissingNode()
                          || amount(it.getValue().asText()).compareTo(amount(limit.asText())) <= 0)
                  .isTrue();
            });
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void isProbedWhereItAnswers(Workload workload) {
    var endpoints = Map.of("startup", "started", "liveness", "live", "readiness", "ready");
    for (var endpoint : endpoints.entrySet()) {
      JsonNode request = workload.probe(endpoint.getKey()).path("httpGet");
      assertThat(request.path("path").asText()).isEqualTo("/health/" + endpoint.getValue());
      assertThat(OPERATIONS).contains("| `%s` |".formatted(request.path("path").asText()));
      assertThat(request.path("scheme").asText()).isEqualTo("HTTPS");
      assertThat(workload.port(request.path("port")))
          .isEqualTo(Deployment.port("reprise.https.port"));
    }
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void mayWaitForItsDatabase(Workload workload) {
    JsonNode probe = workload.probe("startup");
    Duration patience =
        Duration.ofSeconds(
            probe.path("periodSeconds").asLong() * probe.path("failureThreshold").asLong());

    assertThat(patience).isGreaterThan(byDefault("reprise.database.wait").plusMinutes(1));
  }

  private static Duration byDefault(String setting) {
    return Duration.parse(
        Deployment.found("\\| `%s` \\| `(\\w+)`".formatted(setting), CONFIGURATION));
  }

  @Test
  void hasTheTimeToEndInOrder() {
    JsonNode pod = statefulSet().at("/spec/template/spec");
    long before = pod.at("/containers/0/lifecycle/preStop/exec/command/1").asLong();
    Duration grace =
        Duration.parse(
            Deployment.found(
                "^REPRISE_SHUTDOWN_GRACE=(.*)$",
                Deployment.text(Deployment.KUBERNETES.resolve("base/reprise.env"))));

    assertThat(Duration.ofSeconds(pod.path("terminationGracePeriodSeconds").asLong()))
        .isGreaterThan(LIBERTY_STOPS_WITHIN.plus(grace).plusSeconds(before));
  }

  private static JsonNode statefulSet() {
    return Deployment.document(Deployment.KUBERNETES.resolve("base/statefulset.yaml"));
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void mountsWhatThePageSays(Workload workload) {
    assertThat(workload.mounts())
        .contains("/output", "/logs", "/tmp", "/run/secrets")
        .allMatch(it -> PAGE.contains("\n| `%s` |".formatted(it)));
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void mountsEachVolume(Workload workload) {
    Stream<String> mounted =
        workload.container().path("volumeMounts").valueStream().map(it -> it.path("name").asText());

    assertThat(workload.pod().path("volumes").findValuesAsText("name"))
        .containsAll(mounted.toList());
  }

  /** A service named reprise sets REPRISE_PORT, which looks like a setting. */
  @ParameterizedTest
  @MethodSource("workloads")
  void getsNoVariablesOfServices(Workload workload) {
    boolean operator = workload.pod().path("disableServiceLinks").asBoolean();

    assertThat(operator || !workload.pod().path("enableServiceLinks").asBoolean(true)).isTrue();
  }

  @Test
  void namesFilesThatExist() {
    List<Path> kustomizations =
        Deployment.yamlFiles().stream().filter(it -> it.endsWith("kustomization.yaml")).toList();

    assertThat(kustomizations).hasSizeGreaterThan(3);
    for (Path file : kustomizations) {
      JsonNode content = Deployment.document(file);
      Stream<JsonNode> files =
          Stream.of(
                  content.path("resources").valueStream(),
                  content.path("components").valueStream(),
                  content.path("patches").valueStream().map(it -> it.path("path")),
                  content
                      .path("configMapGenerator")
                      .valueStream()
                      .flatMap(it -> it.path("envs").valueStream()))
              .flatMap(it -> it)
              .filter(JsonNode::isTextual);
      assertThat(files)
          .allMatch(it -> Files.exists(file.resolveSibling(it.asText())), "exists beside " + file);
    }
  }

  @Test
  void hasNoSecrets() {
    assertThat(KubernetesObjects.ofFiles())
        .extracting(it -> it.path("kind").asText())
        .isNotEmpty()
        .doesNotContain("Secret");
  }

  @Test
  void reachesItsPodsByTheirLabels() {
    JsonNode labels = statefulSet().at("/spec/template/metadata/labels");

    assertThat(
            KubernetesObjects.ofFiles().stream()
                .flatMap(
                    it ->
                        Stream.of(
                            it.at("/spec/podSelector/matchLabels"),
                            it.at("/spec/selector/matchLabels"),
                            it.path("kind").asText().equals("Service")
                                ? it.at("/spec/selector")
                                : it.path("none")))
                .filter(JsonNode::isObject))
        .hasSizeGreaterThan(5)
        .allMatch(labels::equals);
  }

  @Test
  void scalesByAMetricOfTheProduct() {
    JsonNode trigger =
        Deployment.document(
                Deployment.KUBERNETES.resolve("components/autoscaling/scaledobject.yaml"))
            .at("/spec/triggers/0/metadata");
    String metric = Deployment.found("(agentrun_\\w+)", trigger.path("query").asText());

    // MetricsIT compares the dashboard with what a server emits.
    assertThat(Deployment.text(Path.of("server-config/monitoring/dashboard.json")))
        .contains(metric);
    assertThat(CONFIGURATION)
        .contains(
            "| `reprise.dispatch.max-running` | `%s` |"
                .formatted(trigger.path("threshold").asText()));
  }

  @Test
  void isScrapedWhereItShowsItsMetrics() {
    JsonNode endpoint =
        Deployment.document(
                Deployment.KUBERNETES.resolve("components/monitoring/servicemonitor.yaml"))
            .at("/spec/endpoints/0");

    assertThat(Path.of("server-config/monitoring/prometheus.yml"))
        .content()
        .contains("metrics_path: %s\n".formatted(endpoint.path("path").asText()))
        .contains("scheme: %s\n".formatted(endpoint.path("scheme").asText()));
  }
}
