package dev.reprise.platform.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fixture.TestConfig;
import dev.reprise.platform.settings.DeclaredSettings;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;

/** What the log says about a configuration when the server starts. */
class ConfigurationCheckTest {

  @Test
  void loadsFromTheEnvironment() {
    var check = ofEnvironment(Map.of("REPRISE_DISPATCH_MAX_RUNNING", "many"));

    assertThat(check.errors())
        .singleElement()
        .asString()
        .startsWith(
            "reprise.dispatch.max-running must be a whole number of at least 1, not 'many' (set in"
                + " EnvConfigSource");
    assertThat(check.warnings()).isEmpty();
  }

  @Test
  void warnsOfUnknownNames() {
    assertThat(
            warnings(
                TestConfig.of(
                    Map.of(
                        "reprise.dispatch.max.running", "7",
                        "reprise.colour", "blue",
                        "reprise.lease", "PT1M",
                        "other.colour", "blue"))))
        .containsExactly(
            "reprise.colour is not a setting of this server and has no effect",
            "reprise.dispatch.max.running is not a setting of this server and has no effect; the"
                + " nearest is reprise.dispatch.max-running");
  }

  @Test
  void warnsOfSettingsThatContradictEachOther() {
    assertThat(
            warnings(
                TestConfig.of(
                    Map.of("reprise.durability.patience", "PT40S", "reprise.lease", "PT10S"))))
        .containsExactly(
            "reprise.durability.patience is PT40S and should be below reprise.lease, PT10S: a"
                + " claim that is written so late has run out");
  }

  @Test
  void warnsOfVariablesThatLookLikeSettings() {
    assertThat(
            ofEnvironment(
                    Map.of(
                        "REPRISE_LEASEE", "PT1M",
                        "REPRISE_SERVICE_PORT_HTTPS_TCP_PROTO", "tcp",
                        "REPRISE_WORKSPACES", "notes=/srv/notes",
                        "REPRISE_WORKSPACES_NOTES_MAX_BYTES", "7"))
                .warnings())
        .containsExactly(
            "REPRISE_LEASEE is not a setting of this server and has no effect; the nearest is"
                + " REPRISE_LEASE");
  }

  private static List<String> warnings(Config config) {
    return new ConfigurationCheck(DeclaredSettings.load(), config, Map.of()).warnings();
  }

  private static ConfigurationCheck ofEnvironment(Map<String, String> variables) {
    Config config =
        new SmallRyeConfigBuilder()
            .addDefaultInterceptors()
            .addDiscoveredConverters()
            .withSources(new EnvConfigSource(variables, 300))
            .build();
    return new ConfigurationCheck(DeclaredSettings.load(), config, variables);
  }
}
