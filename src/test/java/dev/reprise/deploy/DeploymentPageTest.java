package dev.reprise.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.fixture.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The page names files that exist, makes the secrets that servers need, and rules from the alerts.
 */
class DeploymentPageTest {

  private static final String PAGE = Deployment.text(Path.of("src/docs/deployment.md"));
  private static final JsonNode VOLUMES =
      Deployment.document(Deployment.KUBERNETES.resolve("base/statefulset.yaml"))
          .at("/spec/template/spec/volumes");

  @Test
  void namesFilesThatExist() {
    assertThat(Deployment.all("((?:src/deploy|server-config)(?:/[\\w.-]*\\w)+)", PAGE))
        .hasSizeGreaterThan(5)
        .filteredOn(it -> !it.matches(".*/compose/(secrets|agents)"))
        .allMatch(it -> Files.exists(Path.of(it)));
    assertThat(Deployment.all("^\\| `((?:overlays|components)/\\w+)` \\|", PAGE))
        .hasSize(4)
        .allMatch(it -> Files.exists(Deployment.KUBERNETES.resolve(it)));
  }

  @Test
  void makesTheSecretsThatPodsNeed() {
    Set<String> needed =
        VOLUMES
            .valueStream()
            .map(it -> it.at("/secret/secretName"))
            .filter(JsonNode::isTextual)
            .map(JsonNode::asText)
            .collect(Collectors.toSet());

    assertThat(
            Deployment.all(
                    "create secret generic (\\S+)",
                    Example.of("deployment.md", "create secret").text())
                .collect(Collectors.toSet()))
        .isEqualTo(needed);
  }

  @Test
  void makesRulesOfTheAlerts() throws IOException, InterruptedException {
    String command =
        Example.of("deployment.md", "PrometheusRule").text().replaceFirst("(?s)\\| kubectl.*", "");
    Process shell = new ProcessBuilder("sh", "-c", command).start();
    String made = new String(shell.getInputStream().readAllBytes(), UTF_8);

    assertThat(shell.waitFor()).isZero();
    JsonNode rule = Deployment.documents(made).getFirst();
    assertThat(rule.path("kind").asText()).isEqualTo("PrometheusRule");
    assertThat(rule.path("spec"))
        .isEqualTo(Deployment.document(Path.of("server-config/monitoring/alerts.yaml")));
  }
}
