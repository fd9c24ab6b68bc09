package dev.reprise.platform.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.platform.settings.DeclaredSettings;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file with the settings of a server. */
class ConfigurationFileTest {

  private final Path directory;

  ConfigurationFileTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void loadsFromAFile() {
    assertThat(
            ConfigurationFile.read(
                file(
                    """
                    reprise:
                      lease: PT1M
                      dispatch: {max-running: 32, as-jobs: never}
                      approvals.ask-from: 0.50
                      web.ports: [80, 443]
                      models: ["a,b", c]
                      models.c.kind: ollama
                    orders.user: reader
                    """)))
        .isEqualTo(
            Map.of(
                "reprise.lease", "PT1M",
                "reprise.dispatch.max-running", "32",
                "reprise.dispatch.as-jobs", "never",
                "reprise.approvals.ask-from", "0.50",
                "reprise.web.ports", "80,443",
                "reprise.models", "a\\,b,c",
                "reprise.models.c.kind", "ollama",
                "orders.user", "reader"));
  }

  @Test
  void readsJsonAndAFileOfNothingButComments() {
    assertThat(ConfigurationFile.read(file("{\"reprise\": {\"lease\": \"PT1M\"}}")))
        .isEqualTo(Map.of("reprise.lease", "PT1M"));
    assertThat(ConfigurationFile.read(file("# nothing yet\n"))).isEmpty();
  }

  @Test
  void givesWayToTheEnvironment() {
    Config config =
        config(file("reprise: {lease: PT1M, server.name: one}"), Map.of("REPRISE_LEASE", "PT2M"));

    assertThat(config.getValue("reprise.lease", String.class)).isEqualTo("PT2M");
    assertThat(config.getValue("reprise.server.name", String.class)).isEqualTo("one");
  }

  @Test
  void precedesTheValuesOfTheProduct() {
    Config config = config(file("reprise.bound.model.calls: 7"), Map.of());

    assertThat(config.getValue("reprise.bound.model.calls", Integer.class)).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          reprise: {lease: PT1M            | line 1, column
          - reprise.lease                  | the whole must be an object with the names of settings
          reprise: {lease: ~}              | reprise.lease must be a text, a number, true, false, or a list of these
          reprise: {web.ports: [[80]]}     | reprise.web.ports must be a text, a number, true, false, or a list
          {reprise: {a.b: 1, a: {b: 2}}}   | reprise.a.b must be set only once
          reprise: {lease: *other}          | anchor or alias
          """)
  void saysWhatIsWrongAndWhere(String text, String problem) {
    Path file = file(text);

    assertThatThrownBy(() -> ConfigurationFile.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("reprise.config.file: %s: ", file)
        .hasMessageContaining(problem);
    assertThat(errors(config(file, Map.of()))).singleElement().asString().contains(problem);
  }

  @Test
  void namesLineAndColumn() {
    Path file = file("reprise:\n  lease: PT1M\n  lease: PT2M\n");

    assertThatThrownBy(() -> ConfigurationFile.read(file))
        .hasMessageContaining("line 3, column 8")
        .hasMessageContaining("Duplicate field 'lease'");
  }

  @Test
  void reportsAMissingFile() {
    Path nowhere = directory.resolve("nowhere.yaml");

    assertThat(errors(config(nowhere, Map.of())))
        .containsExactly("reprise.config.file: %s cannot be read".formatted(nowhere));
  }

  @Test
  void refusesInvalidValuesAndUnknownNamesAndNamesTheFile() {
    Path file = file("reprise: {lease: PT1S, dispatch.max-runing: 3}\nother.name: any");

    assertThat(errors(config(file, Map.of())))
        .containsExactlyInAnyOrder(
            "reprise.lease must be a duration of at least PT3S, not 'PT1S' (set in %s)"
                .formatted(file),
            "reprise.dispatch.max-runing is not a setting of this server and has no effect; the"
                + " nearest is reprise.dispatch.max-running (set in %s)".formatted(file));
  }

  @Test
  void refusesAFileThatIsNamedWhereItIsNotLookedFor() {
    Config config =
        new SmallRyeConfigBuilder()
            .withSources(new EnvConfigSource(Map.of("REPRISE_CONFIG_FILE", "/a.yaml"), 500))
            .build();

    assertThat(errors(config))
        .containsExactly(
            "reprise.config.file must be set as an environment variable or a system property");
  }

  private static List<String> errors(Config config) {
    return new ConfigurationCheck(DeclaredSettings.load(), config, Map.of()).errors();
  }

  private static Config config(Path file, Map<String, String> environment) {
    return new SmallRyeConfigBuilder()
        .addPropertiesSources()
        .addDefaultInterceptors()
        .withSources(new EnvConfigSource(environment, 300), ConfigurationSource.of(file.toString()))
        .build();
  }

  private Path file(String text) {
    try {
      return Files.writeString(directory.resolve("reprise.yaml"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
