package dev.reprise.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.Difference;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.call.ToolCatalogue;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server of one tenant does not exist for the others. */
class McpServersTest {

  private static final String THREE =
      """
      - {name: ours, tenants: [Acme], transport: stdio, command: [a]}
      - {name: shared, tenants: "*", transport: stdio, command: [a]}
      - {name: unsaid, transport: stdio, command: [a]}
      """;

  private final Path file;

  McpServersTest(@TempDir Path directory) {
    this.file = directory.resolve("mcp.yaml");
  }

  private McpServers servers(String text, Map<String, String> properties) throws IOException {
    Files.writeString(file, text);
    var all = new HashMap<>(properties);
    all.put("reprise.mcp.servers-file", file.toString());
    var config =
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(all, "test", 100))
            .build();
    return new McpServers(
        config,
        ToolFixture.catalogue(List.of()),
        Redaction.none(),
        McpFixture.nothingKnownOf("none"),
        Thread::new,
        Clock.systemUTC());
  }

  @Test
  void areShownToTheirTenants() throws IOException {
    McpServers servers = servers(THREE, Map.of("reprise.tenant.pattern", "[^@]+@(.+)"));

    assertThat(servers.states("acme"))
        .extracting(McpServerState::server)
        .containsExactly("ours", "shared");
    assertThat(servers.states("beta")).extracting(McpServerState::server).containsExactly("shared");
    assertThat(servers.withoutTenants()).containsExactly("unsaid");
  }

  /** So that what grants them waits, and is not given up in the first second after a start. */
  @Test
  void areExpectedToOfferToolsFromTheStart() throws IOException {
    McpServers servers = servers(THREE, Map.of("reprise.tenant.pattern", "[^@]+@(.+)"));
    var catalogue = new ToolCatalogue(List.of(), servers.expected());

    assertThat(catalogue.areExpected("acme", List.of("ours__read"))).isTrue();
    assertThat(catalogue.areExpected("beta", List.of("ours__read"))).isFalse();
    assertThat(catalogue.areExpected("beta", List.of("shared__read", "read_file"))).isTrue();
    assertThat(catalogue.areExpected("acme", List.of("unsaid__read", "gone__read"))).isFalse();
    assertThat(catalogue.granted("acme", List.of("ours__read")).absent())
        .extracting(Difference::toString)
        .containsExactly(
            "tools.ours__read is not there yet: MCP server 'ours' has not listed its tools since"
                + " the start of this server");
  }

  @Test
  void aTenantDoesNotDecideAboutTheToolsOfOthers() throws IOException {
    McpServers servers = servers(THREE, Map.of("reprise.tenant.pattern", "[^@]+@(.+)"));

    assertThat(servers.isOfOthers("acme", "ours")).isFalse();
    assertThat(servers.isOfOthers("acme", "shared")).isTrue();
    assertThat(servers.isOfOthers("default", "shared")).isFalse();
    assertThat(servers.isOfOthers("acme", "there-is-none")).isFalse();
  }

  @Test
  void areSharedByAllOnAServerWithOneTenant() throws IOException {
    McpServers servers = servers(THREE, Map.of());

    assertThat(servers.states("default"))
        .extracting(McpServerState::server)
        .containsExactly("shared", "unsaid");
    assertThat(servers.withoutTenants()).isEmpty();
  }

  @Test
  void haveBreakersThatOtherTenantsDoNotSee() throws IOException {
    McpServers divided = servers(THREE, Map.of("reprise.tenant.pattern", "[^@]+@(.+)"));

    assertThat(divided.tenants("mcp.ours").includes("acme")).isTrue();
    assertThat(divided.tenants("mcp.ours").includes("beta")).isFalse();
    assertThat(divided.tenants("mcp.shared").includes("beta")).isTrue();
    assertThat(divided.tenants("mcp.gone").includes("beta")).isFalse();
    assertThat(divided.tenants("read_file").includes("beta")).isTrue();
    assertThat(servers(THREE, Map.of()).tenants("mcp.gone").includes("default")).isTrue();
  }

  @Test
  void failTheStartIfATenantIsInvalid() {
    assertThatThrownBy(() -> servers(THREE.replace("[Acme]", "acme"), Map.of()))
        .hasMessageContaining(
            "servers[0].tenants must be '*' for all tenants, or a list of tenants");
  }
}
