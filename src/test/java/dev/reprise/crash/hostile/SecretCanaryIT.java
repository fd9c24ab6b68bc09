package dev.reprise.crash.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.crash.fixture.FileSearch;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.bean.EchoTool;
import dev.reprise.server.RecordedRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real server, a tool gets a secret and reveals it. No record, log or answer contains it. */
class SecretCanaryIT {

  private static final String WEATHER = "sunny-canary-8162-xyzzy";
  private static final String VAULT = "vaulted-canary-9944-plugh";
  private static final List<String> SECRETS =
      List.of(
          WEATHER,
          VAULT,
          Base64.getEncoder().encodeToString(WEATHER.getBytes(StandardCharsets.UTF_8)),
          HexFormat.of().formatHex(WEATHER.getBytes(StandardCharsets.UTF_8)));

  private final Path directory;

  SecretCanaryIT(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void aSecretStaysWithinTheToolThatMayUseIt() throws IOException {
    Path rules = directory.resolve("policy.yaml");
    Files.writeString(rules, "- {name: echo, secrets: [weather]}\n");
    Path proof = directory.resolve("proof");
    try (Site site =
        Site.named(
            "secrets",
            Site.FILES
                .withBeans(EchoTool.class)
                .with("REPRISE_TOOLS_POLICY_FILE", rules.toString())
                .with("REPRISE_SECRETS", "weather,vault")
                .with("REPRISE_SECRETS_WEATHER_SECRET_FROM", "CANARY_WEATHER")
                .with("REPRISE_SECRETS_VAULT_SECRET_FROM", "CANARY_VAULT")
                .with("CANARY_WEATHER", WEATHER)
                .with("CANARY_VAULT", VAULT))) {
      site.server().start();

      UUID run =
          site.submit(
              "canary", JsonNodeFactory.instance.objectNode().put("path", proof.toString()));
      site.awaitStatus(run, "WAITING"); // for a verdict on the last call
      site.runs().resolve(run, "unknown", "SUCCEEDED", "it worked");

      RecordedRun record = site.awaitStatus(run, "COMPLETED").assertSound();
      assertThat(proof).hasContent(WEATHER);
      assertThat(record.last().data().path("output").asText())
          .contains("key [redacted:weather]", "secret_not_allowed", "vault");
      assertThat(record.first("model.replied").data().toString()).contains("{{secret:weather}}");
      for (String view : List.of("", "/events?limit=200", "/tool-calls", "/export")) {
        assertThat(site.runs().http().ask("api/v1/runs/" + run + view).body())
            .as(view)
            .doesNotContain(SECRETS);
      }
      site.server().stop();
      for (String secret : SECRETS) {
        assertThat(FileSearch.of(secret, site.server().directory())).as(secret).isEmpty();
      }
      assertThat(FileSearch.of("no login with [redacted", site.server().log().resolveSibling("")))
          .as("what the tool met, in the logs")
          .isNotEmpty();
    }
  }
}
