package dev.reprise.model.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.fixture.TestConfig;
import dev.reprise.model.ChatModel;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.model.catalogue.ConfiguredModels;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.platform.redaction.Redaction;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The configuration of providers. */
class ProviderSettingsTest {

  private static final String KEY = "sk-of-a-test-0123456789";

  private final Path directory;

  ProviderSettingsTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void hasDefaultsForEverythingExceptTheKind() {
    assertThat(ProviderSettings.of(config(Map.of("kind", "ollama")), "acme"))
        .isEqualTo(
            new ProviderSettings(
                "acme",
                ProviderKind.OLLAMA,
                URI.create("http://localhost:11434"),
                Optional.empty(),
                Duration.ofSeconds(10),
                Duration.ofMinutes(3),
                8 * 1024 * 1024,
                true));
  }

  @Test
  void readsAllProperties() throws IOException {
    Path file = Files.writeString(directory.resolve("key"), KEY + "\n");
    var config =
        config(
            Map.of(
                "kind", "openai",
                "base-url", "https://models.example.org/v1/",
                "api-key-file", file.toString(),
                "connect-timeout", "PT1S",
                "stall-timeout", "PT2S",
                "max-reply-bytes", "4096",
                "stream", "false"));

    assertThat(ProviderSettings.of(config, "acme"))
        .isEqualTo(
            new ProviderSettings(
                "acme",
                ProviderKind.OPENAI,
                URI.create("https://models.example.org/v1"),
                Optional.of(KEY),
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                4096,
                false));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kind | telepathy | kind must be openai or anthropic or ollama, not 'telepathy'",
        "base-url | ftp://example.org | base-url must be an URL such as https://",
        "base-url | https://user:word@example.org/v1 | base-url must be an URL such as https://",
        "base-url | https://example.org/v1?key=1 | base-url must be an URL such as https://",
        "base-url | https://exa mple.org | base-url ",
        "connect-timeout | PT0S | connect-timeout must be a duration of at least PT0.001S, not 'PT0S'",
        "stall-timeout | -PT1S | stall-timeout must be a duration of at least PT0.001S, not '-PT1S'",
        "max-reply-bytes | 10 | max-reply-bytes must be a whole number from 1024 to 268435456, not '10'",
        "api-key | sk-in-the-open-0123 | api-key is not allowed; set api-key-from",
        "api-key-from | NOT_THERE | api-key-from names the property 'NOT_THERE', which has no value",
        "api-key-file | /not/there | api-key-file names the file /not/there, which cannot be read",
        "api-key-from | BLANKS | the key must be one line of printable ASCII without blanks",
      })
  void refusesInvalidValuesAndNamesTheProperty(String property, String value, String message) {
    Map<String, String> properties = new HashMap<>(Map.of("kind", "openai"));
    properties.put(property, value);

    assertThatThrownBy(() -> ProviderSettings.of(config(properties), "acme"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("reprise.models.acme.")
        .hasMessageContaining(message)
        .hasMessageNotContaining("sk-in-the-open")
        .hasMessageNotContaining("has blanks");
  }

  @Test
  void refusesAKeyInTwoPlacesAndAProviderWithoutAKind() {
    assertThatThrownBy(
            () ->
                ProviderSettings.of(
                    config(
                        Map.of("kind", "openai", "api-key-from", "A_KEY", "api-key-file", "/key")),
                    "acme"))
        .hasMessage(
            "reprise.models.acme.api-key-from and reprise.models.acme.api-key-file exclude each"
                + " other");
    assertThatThrownBy(() -> ProviderSettings.of(config(Map.of()), "acme"))
        .hasMessage("reprise.models.acme.kind is missing");
    assertThatThrownBy(() -> ProviderSettings.names(TestConfig.of("reprise.models", "Acme 1")))
        .hasMessageStartingWith(
            "reprise.models must be a list, comma separated, each a small letter")
        .hasMessageContaining("'Acme 1'");
  }

  @Test
  void neverShowsTheKey() {
    var settings =
        ProviderSettings.of(config(Map.of("kind", "anthropic", "api-key-from", "A_KEY")), "acme");

    assertThat(settings.key()).contains(KEY);
    assertThat(settings)
        .hasToString("acme (anthropic at https://api.anthropic.com/v1, with a key)");
  }

  @ParameterizedTest
  @CsvSource({
    "http://models.example.org, true",
    "https://models.example.org, false",
    "http://localhost:8000, false",
    "http://127.0.0.1:8000, false",
    "http://127.0.0.1.example.org, true",
  })
  void knowsWhetherTheKeyIsSentWithoutEncryption(String url, boolean exposes) {
    var config = config(Map.of("kind", "openai", "base-url", url, "api-key-from", "A_KEY"));

    assertThat(ProviderSettings.of(config, "acme").exposesKey()).isEqualTo(exposes);
  }

  @Test
  void redactsTheKeyFromEachSource() throws IOException {
    Path file = Files.writeString(directory.resolve("key"), "sk-in-a-file-0123456789\n");
    var redaction =
        new Redaction(
            config(
                Map.of(
                    "kind", "openai", "api-key-from", "HIDDEN", "api-key-file", file.toString())));

    assertThat(redaction.text("%s, sk-in-a-file-0123456789".formatted("sk-hidden-0123456789")))
        .isEqualTo(
            "[redacted:reprise.models.acme.api-key-from],"
                + " [redacted:reprise.models.acme.api-key-file]");
  }

  @Test
  void makesAModelForEachNameAndRefusesATakenName() {
    var config =
        config(
            Map.of(
                "reprise.models", "acme,scripted",
                "reprise.models.scripted.kind", "ollama",
                "kind", "openai"));
    List<ChatModel> configured = new ConfiguredModels(config, Clock.systemUTC()).models();

    assertThat(configured).extracting(ChatModel::provider).containsExactly("acme", "scripted");
    assertThatThrownBy(
            () ->
                new ChatModels(List.of(configured.get(0), configured.get(1), new ScriptedModel())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(
            "model providers must have different names; two are named 'scripted'");
  }

  /** Properties without a dot belong to the provider {@code acme}; two secrets are added. */
  private static Config config(Map<String, String> properties) {
    Map<String, String> all = new HashMap<>();
    all.put("A_KEY", KEY);
    all.put("HIDDEN", "sk-hidden-0123456789");
    all.put("BLANKS", "has blanks");
    properties.forEach(
        (name, value) ->
            all.put(name.startsWith("reprise.") ? name : "reprise.models.acme." + name, value));
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(all, "test", 100))
        .addDefaultInterceptors()
        .build();
  }
}
