package dev.reprise.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two servers, a proxy and what watches them fit together, and have no default password. */
class ComposeTest {

  private static final JsonNode COMPOSE =
      Deployment.document(Deployment.COMPOSE.resolve("compose.yaml"));
  private static final String PROXY = Deployment.text(Deployment.COMPOSE.resolve("proxy.conf"));
  private static final JsonNode SCRAPE =
      Deployment.document(Deployment.COMPOSE.resolve("prometheus.yaml")).at("/scrape_configs/0");

  record Service(String name, JsonNode content) {
    @Override
    public String toString() {
      return name;
    }

    /** Returns the files of the secrets in the container, by the names of the secrets. */
    Map<String, String> secrets() {
      Map<String, String> files = new TreeMap<>();
      for (JsonNode secret : content.path("secrets")) {
        String name = secret.path("source").asText(secret.asText());
        files.put(name, secret.path("target").asText("/run/secrets/" + name));
      }
      return files;
    }
  }

  static List<Service> services() {
    return COMPOSE.path("services").properties().stream()
        .map(it -> new Service(it.getKey(), it.getValue()))
        .toList();
  }

  private static Stream<Service> servers() {
    return services().stream()
        .filter(it -> it.content().at("/environment/REPRISE_SERVER_NAME").isTextual());
  }

  @ParameterizedTest
  @MethodSource("services")
  void runsAPinnedImageWithoutNewRights(Service service) {
    assertThat(service.content().path("image").asText())
        .matches(".*/[\\w-]+:v?\\d+\\.\\d+[\\w.-]*");
    assertThat(service.content().path("security_opt").toString())
        .isEqualTo("[\"no-new-privileges:true\"]");
  }

  @ParameterizedTest
  @MethodSource("services")
  void hasPasswordsFromFilesAlone(Service service) {
    for (Map.Entry<String, JsonNode> variable :
        service.content().path("environment").properties()) {
      if (variable.getKey().matches(".*(PASSWORD|SECRET|TOKEN|KEY).*")) {
        assertThat(service.secrets())
            .as("%s", variable)
            .containsValue(variable.getValue().asText());
      }
    }
    assertThat(COMPOSE.path("secrets").fieldNames())
        .toIterable()
        .containsAll(service.secrets().keySet());
  }

  @Test
  void hasSecretsThatTheScriptMakes() {
    String script = Deployment.text(Deployment.COMPOSE.resolve("secrets.sh"));

    assertThat(COMPOSE.path("secrets").properties())
        .allSatisfy(
            it -> {
              assertThat(it.getValue().path("file").asText()).isEqualTo("secrets/" + it.getKey());
              assertThat(script).contains(it.getKey());
            });
    assertThat(Path.of(".gitignore")).content().contains("src/deploy/compose/secrets/\n");
  }

  @ParameterizedTest
  @MethodSource("services")
  void mountsFilesThatExist(Service service) {
    List<String> files = new ArrayList<>();
    for (JsonNode volume : service.content().path("volumes")) {
      if (volume.asText().startsWith(".")) {
        files.add(volume.asText().replaceFirst(":.*", ""));
      }
    }
    assertThat(files).allMatch(it -> Files.isRegularFile(Deployment.COMPOSE.resolve(it)));
  }

  @Test
  void showsTheRulesAndTheDashboardOfTheProduct() {
    assertThat(COMPOSE.at("/services/prometheus/volumes").toString())
        .contains("/server-config/monitoring/alerts.yaml:");
    assertThat(COMPOSE.at("/services/grafana/volumes").toString())
        .contains("/server-config/monitoring/dashboard.json:");
  }

  @Test
  void hasServersOfNamesOfTheirOwn() {
    assertThat(servers().map(Service::name)).containsExactly("reprise-1", "reprise-2");
    assertThat(servers())
        .allSatisfy(
            it ->
                assertThat(it.content().at("/environment/REPRISE_SERVER_NAME").asText())
                    .isEqualTo(it.name()));
  }

  @Test
  void hasServersThatOnlyReadTheirImage() {
    assertThat(servers())
        .allSatisfy(
            it -> {
              assertThat(it.content().path("read_only").asBoolean()).isTrue();
              assertThat(it.content().path("cap_drop").toString()).isEqualTo("[\"ALL\"]");
              assertThat(it.content().path("mem_limit").asText()).isEqualTo("1g");
            });
  }

  /** 30 s are Liberty's, 20 s the product's. */
  @Test
  void letsServersEndInOrder() {
    assertThat(servers())
        .allSatisfy(
            it ->
                assertThat(Duration.parse("PT" + it.content().path("stop_grace_period").asText()))
                    .isGreaterThan(Duration.ofSeconds(50)));
  }

  @Test
  void hasAProxyOfAllServersByTheirPort() {
    String port = Deployment.port("reprise.https.port");

    assertThat(Deployment.all("^  server (\\S+) resolve", PROXY))
        .containsExactlyElementsOf(servers().map(it -> it.name() + ":" + port).toList());
    assertThat(COMPOSE.at("/services/proxy/ports/0").asText())
        .endsWith(":" + Deployment.found("listen (\\d+) ssl;", PROXY));
  }

  /** An event must arrive at once; 15 s are the longest silence of a stream. */
  @Test
  void hasAProxyForStreamsOfEvents() {
    assertThat(PROXY).contains("proxy_buffering off;", "proxy_http_version 1.1;");
    assertThat(Duration.parse("PT" + Deployment.found("proxy_read_timeout (\\w+);", PROXY)))
        .isGreaterThan(Duration.ofSeconds(15));
  }

  @Test
  void hasAProxyWhoseHeadersCanBeTrusted() {
    assertThat(PROXY)
        .contains(
            "proxy_set_header Host $http_host;",
            "proxy_set_header X-Forwarded-For $remote_addr;",
            "proxy_set_header X-Forwarded-Proto $scheme;",
            "proxy_set_header Forwarded \"\";");
    String address = COMPOSE.at("/services/proxy/networks/inside/ipv4_address").asText();
    assertThat(servers())
        .allSatisfy(
            it ->
                assertThat(address)
                    .matches(it.content().at("/environment/TRUSTED_PROXIES").asText()));
  }

  @Test
  void scrapesAllServersAsTheAlertsKnowThem() {
    String port = Deployment.port("reprise.https.port");

    assertThat(Path.of("server-config/monitoring/prometheus.yml"))
        .content()
        .contains("metrics_path: %s\n".formatted(SCRAPE.path("metrics_path").asText()));
    assertThat(Path.of("server-config/monitoring/alerts.yaml"))
        .content()
        .contains("job=\"%s\"".formatted(SCRAPE.path("job_name").asText()));
    assertThat(SCRAPE.at("/static_configs/0/targets").valueStream().map(JsonNode::asText))
        .containsExactlyElementsOf(servers().map(it -> it.name() + ":" + port).toList());
  }
}
