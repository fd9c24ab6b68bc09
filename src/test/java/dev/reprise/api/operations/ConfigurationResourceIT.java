package dev.reprise.api.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.server.CommandLine;
import dev.reprise.server.TestServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What admins of a tenant see of the configuration. */
class ConfigurationResourceIT {

  private static final Client ADMIN = new Client("admin");

  @Test
  void showsValueDefaultAndSourceOfASetting() {
    JsonNode set = setting("reprise.streams.max-of-tenant");
    assertThat(set.path("value").asText()).isEqualTo("15");
    assertThat(set.path("source").asText()).isNotEmpty();
    assertThat(set.path("type").asText()).isEqualTo("integer");
    assertThat(set.path("secret").asBoolean(true)).isFalse();

    JsonNode unset = setting("reprise.shutdown.grace");
    assertThat(unset.path("default").asText()).isEqualTo("PT20S");
    assertThat(unset.path("allowed").asText()).isEqualTo("a duration of at least PT0S");
    assertThat(unset.path("meaning").asText()).startsWith("how long a stopping server waits");
    assertThat(unset.has("value")).isFalse();
    assertThat(unset.has("source")).isFalse();
  }

  @Test
  void isReadFromAFile() {
    JsonNode setting = items("reprise.streams.max").getFirst();

    assertThat(setting.path("name").asText()).isEqualTo("reprise.streams.max");
    assertThat(setting.path("value").asText()).isEqualTo("20");
    assertThat(setting.path("source").asText()).endsWith("reprise.yaml");
  }

  @Test
  void hidesWhatIsOfOtherTenants() {
    assertThat(setting("reprise.tenant.pattern").path("value").asText()).isEqualTo("[hidden]");
    assertThat(items("reprise.workspaces"))
        .extracting(item -> item.path("name").asText())
        .containsExactly(
            "reprise.workspaces",
            "reprise.workspaces.min-free-bytes",
            "reprise.workspaces.protected");
    assertThat(items("reprise.workspaces").getFirst().path("value").asText()).isEqualTo("[hidden]");
    assertThat(items("reprise.approvals.tenant.")).isEmpty();
  }

  @Test
  void isPrintedByTheCommandLine() throws IOException, InterruptedException {
    CommandLine.Ended printed =
        CommandLine.run(
            Map.of("REPRISE_PASSWORD", TestServer.credentials().passwordOf("admin")),
            "configuration",
            "--server",
            TestServer.http().toString(),
            "--prefix",
            "reprise.streams.max");

    assertThat(printed.exitCode()).as("%s", printed).isZero();
    assertThat(printed.output())
        .contains("reprise.streams.max = 20 (")
        .contains("reprise.yaml)\n")
        .contains("reprise.streams.max-life = PT5M (default)\n");
    CommandLine.Ended refused =
        CommandLine.run(
            Map.of("REPRISE_PASSWORD", "wrong"),
            "configuration",
            "--server",
            TestServer.http().toString());
    assertThat(refused.exitCode()).isEqualTo(5);
    assertThat(refused.errors()).contains("401 unauthenticated");
  }

  private static JsonNode setting(String name) {
    List<JsonNode> items = items(name);
    assertThat(items).hasSize(1);
    return items.getFirst();
  }

  private static List<JsonNode> items(String prefix) {
    var response = ADMIN.get("admin/configuration?prefix=" + prefix);
    assertThat(response.status()).isEqualTo(200);
    return response.body().path("items").valueStream().toList();
  }
}
