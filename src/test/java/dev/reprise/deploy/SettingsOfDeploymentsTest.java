package dev.reprise.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.configuration.ConfigurationCheck;
import dev.reprise.platform.settings.DeclaredSettings;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the files to deploy with set is a setting, and a server starts with it. */
class SettingsOfDeploymentsTest {

  private static final DeclaredSettings DECLARED = DeclaredSettings.load();

  /** Variables that Liberty reads. */
  private static final Set<String> OF_LIBERTY =
      Set.of(
          "LOG_DIR",
          "VARIABLE_SOURCE_DIRS",
          "WLP_LOGGING_CONSOLE_FORMAT",
          "WLP_LOGGING_CONSOLE_LOGLEVEL",
          "WLP_OUTPUT_DIR");

  /** The variables that a way to deploy gives a server. */
  record Environment(String way, Map<String, String> variables) {
    @Override
    public String toString() {
      return way;
    }
  }

  static List<Path> files() {
    return Deployment.files();
  }

  @ParameterizedTest
  @MethodSource("files")
  void namesSettingsThatExist(Path file) {
    assertThat(Deployment.all("\\b(REPRISE_[A-Z_]+)\\b", Deployment.text(file)))
        .allMatch(DECLARED::containsVariable);
  }

  static List<Environment> environments() {
    return List.of(compose("reprise-1"), compose("reprise-2"), kustomize(), operator(), image());
  }

  @ParameterizedTest
  @MethodSource("environments")
  void setsWhatAServerStartsWith(Environment environment) {
    var config =
        new SmallRyeConfigBuilder()
            .addDefaultInterceptors()
            .addDiscoveredConverters()
            .withSources(new EnvConfigSource(environment.variables(), 300))
            .build();

    assertThat(DECLARED.errors(config)).isEmpty();
    assertThat(new ConfigurationCheck(DECLARED, config, environment.variables()).warnings())
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("environments")
  void setsNothingThatIsNotRead(Environment environment) {
    Set<String> ofTheImage =
        Deployment.all(
                "<variable name=\"([^\"]+)\"",
                Deployment.text(Deployment.ROOT.resolve("image/container.xml")))
            .map(it -> it.replace('.', '_').toUpperCase(Locale.ROOT))
            .collect(Collectors.toSet());

    assertThat(environment.variables().keySet())
        .allMatch(
            it ->
                DECLARED.containsVariable(it)
                    || ofTheImage.contains(it)
                    || OF_LIBERTY.contains(it));
  }

  @ParameterizedTest
  @MethodSource("environments")
  void setsNoPassword(Environment environment) {
    assertThat(environment.variables().keySet())
        .noneMatch(it -> it.matches(".*(PASSWORD|SECRET|TOKEN|API_KEY|_KEYS)"));
  }

  @Test
  void namesFilesOfSettingsAsTheSettings() {
    assertThat(
            Deployment.document(Deployment.COMPOSE.resolve("compose.yaml"))
                .path("secrets")
                .fieldNames())
        .toIterable()
        .filteredOn(it -> it.startsWith(DeclaredSettings.PREFIX))
        .isNotEmpty()
        .allMatch(DECLARED::contains);
  }

  private static Environment compose(String service) {
    JsonNode environment =
        Deployment.document(Deployment.COMPOSE.resolve("compose.yaml"))
            .at("/services/" + service + "/environment");
    Map<String, String> variables = new TreeMap<>();
    environment.properties().forEach(it -> variables.put(it.getKey(), it.getValue().asText()));
    return new Environment("compose, " + service, variables);
  }

  static Environment kustomize() {
    Path base = Deployment.KUBERNETES.resolve("base/reprise.env");
    Path overlay = Deployment.KUBERNETES.resolve("overlays/postgresql/kustomization.yaml");
    Stream<String> literals =
        Deployment.document(overlay)
            .at("/configMapGenerator/0/literals")
            .valueStream()
            .map(JsonNode::asText);
    return new Environment(
        "Kustomize", variables(Stream.concat(Deployment.text(base).lines(), literals)));
  }

  private static Environment operator() {
    Path file = Deployment.KUBERNETES.resolve("operator/openlibertyapplication.yaml");
    Map<String, String> variables = new TreeMap<>();
    Deployment.document(file)
        .at("/spec/env")
        .forEach(
            it -> variables.put(it.path("name").asText(), it.path("value").asText("reprise-0")));
    return new Environment("operator", variables);
  }

  private static Environment image() {
    String text = Deployment.text(Deployment.ROOT.resolve("image/Containerfile"));
    String instruction = Deployment.found("(?s)^ENV (.*?[^\\\\])\n", text);
    return new Environment("image", variables(Stream.of(instruction.split("\\s+\\\\?\\s*"))));
  }

  private static Map<String, String> variables(Stream<String> lines) {
    return lines
        .filter(it -> it.matches("[A-Z_]+=.*"))
        .map(it -> it.split("=", 2))
        .collect(Collectors.toMap(it -> it[0], it -> it[1]));
  }
}
