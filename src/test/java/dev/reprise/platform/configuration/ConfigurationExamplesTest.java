package dev.reprise.platform.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fixture.Example;
import dev.reprise.fixture.TestConfig;
import dev.reprise.platform.settings.DeclaredSettings;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A server starts with what the pages say that one may set, without an error or a warning. */
class ConfigurationExamplesTest {

  private static final Pattern SET = Pattern.compile("\\bREPRISE_[A-Z_]+(?==)");
  private static final String SECRETS = "/run/secrets/";

  private final Path directory;

  ConfigurationExamplesTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    for (String name : List.of("files", "search", "acme", "anthropic")) {
      Files.writeString(directory.resolve(name), "secret");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "configuration.md, name: drop_table, reprise.tools.policy-file",
    "configuration.md, status: FAILED, reprise.retention.file",
    "configuration.md, status: PAUSED, reprise.retention.file",
    "record.md, patterns:, reprise.redaction.file",
    "prices.md, cacheWrite, reprise.prices.file",
    "mcp.md, transport: stdio, reprise.mcp.servers-file",
  })
  void filesOfOperatorsAreRead(String page, String part, String property) throws IOException {
    Path file = Files.writeString(directory.resolve("file.yaml"), here(Example.of(page, part)));

    assertStarts(TestConfig.of(Map.of(property, file.toString(), "FILES_API_KEY", "k")), Map.of());
  }

  @Test
  void theFileOfSettingsIsRead() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("reprise.yaml"),
            here(Example.of("configuration.md", "max-running: 32")));

    Config config =
        config(
            ConfigurationSource.of(file.toString()),
            new PropertiesConfigSource(
                Map.of("reprise.config.file", file.toString()), "test", 300));

    assertStarts(config, Map.of());
    assertThat(config.getValue("reprise.dispatch.max-running", String.class)).isEqualTo("32");
    assertThat(config.getValue("reprise.web.ports", String.class)).isEqualTo("80,443,8080");
  }

  @ParameterizedTest
  @CsvSource({"access.md, REPRISE_LOGIN=oidc", "models.md, REPRISE_MODELS=", "telemetry.md, OTEL_"})
  void variablesAreSettings(String page, String part) {
    Map<String, String> variables = new HashMap<>(Map.of("ACME_KEY", "k"));
    here(Example.of(page, part))
        .lines()
        .map(line -> line.replaceFirst("\\s+#.*", ""))
        .filter(line -> !line.isEmpty())
        .map(line -> line.split("=", 2))
        .forEach(it -> variables.put(it[0], it[1]));

    assertStarts(config(new EnvConfigSource(variables, 300)), variables);
  }

  static List<String> set() {
    return Example.all().stream()
        .flatMap(it -> SET.matcher(it.text()).results())
        .map(MatchResult::group)
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @MethodSource("set")
  void isReadBySomething(String variable) throws IOException {
    boolean isSetting = DeclaredSettings.load().containsVariable(variable);
    try (Stream<Path> server = Files.list(Path.of("server-config"));
        Stream<Path> program = Files.walk(Path.of("src/main/java/dev/reprise/cli"))) {
      List<Path> readers = Stream.concat(server, program).filter(Files::isRegularFile).toList();
      assertThat(isSetting || readers.stream().anyMatch(it -> has(it, variable))).isTrue();
    }
  }

  private static boolean has(Path file, String text) {
    try {
      return Files.readString(file).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"access.md, REPRISE_LOGIN, login", "telemetry.md, REPRISE_TELEMETRY, telemetry"})
  void valuesChooseAFileOfTheServer(String page, String variable, String file) {
    assertThat(
            Pattern.compile(variable + "=(\\w+)")
                .matcher(Example.of(page, variable).text())
                .results())
        .isNotEmpty()
        .allSatisfy(
            it ->
                assertThat(Path.of("server-config/%s-%s.xml".formatted(file, it.group(1))))
                    .exists());
  }

  @Test
  void propertiesAreSettings() throws IOException {
    for (Example example : Example.in("properties")) {
      var properties = new Properties();
      properties.load(new StringReader(example.text()));
      Map<String, String> values = new HashMap<>();
      properties.forEach((name, value) -> values.put(name.toString(), value.toString()));

      assertStarts(TestConfig.of(values), Map.of());
    }
  }

  private String here(Example example) {
    return example.text().replace(SECRETS, directory + "/");
  }

  private static Config config(ConfigSource... sources) {
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .addDiscoveredConverters()
        .withSources(sources)
        .build();
  }

  private static void assertStarts(Config config, Map<String, String> environment) {
    var check = new ConfigurationCheck(DeclaredSettings.load(), config, environment);
    assertThat(check.errors()).isEmpty();
    assertThat(check.warnings()).isEmpty();
  }
}
