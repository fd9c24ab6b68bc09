package dev.reprise.tool.secret;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.ToolGrant;
import dev.reprise.platform.Json;
import dev.reprise.platform.TenantScope;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.policy.EffectiveToolPolicy;
import dev.reprise.tool.policy.EffectiveToolPolicyTest;
import dev.reprise.web.OriginAllowlist;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where secrets come from, and whose calls get them. */
class ToolSecretsTest {

  private static final EffectiveToolPolicy.Secrets ALL =
      new EffectiveToolPolicy.Secrets(Set.of("*"), ToolGrant.WHOLE.secrets());
  private static final ToolDeclaration TOOL =
      EffectiveToolPolicyTest.tool("post", "web", "write", false);

  private final Path directory;

  ToolSecretsTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void areForNoTenantUntilTheySayForWhichWhereThereAreSeveral() {
    var secrets =
        new ToolSecrets(
            config(
                Map.of(
                    "reprise.tenant.pattern", "[^@]+@(.+)",
                    "reprise.secrets", "mail, shared",
                    "reprise.secrets.mail.secret-from", "mail.key",
                    "reprise.secrets.shared.secret-from", "mail.key",
                    "reprise.secrets.shared.tenants", "*",
                    "mail.key", "from-elsewhere")));

    assertThat(secrets.names(ALL, "acme")).containsExactly("shared");
    assertThat(secrets.withoutTenants()).containsExactly("reprise.secrets.mail.tenants");
  }

  @Test
  void areTakenFromWhereTheConfigurationRefersTo() throws Exception {
    Path file = Files.writeString(directory.resolve("key"), " from-a-file \n");
    var secrets =
        new ToolSecrets(
            config(
                Map.of(
                    "reprise.secrets", "weather-key, mail",
                    "reprise.secrets.weather-key.secret-from", "weather.api",
                    "weather.api", "{{secret:mail}}",
                    "reprise.secrets.mail.secret-file", file.toString(),
                    "reprise.secrets.mail.tenants", "acme, umbra",
                    "reprise.secrets.mail.hosts", "a.org, *.b.org")));

    JsonNode filled =
        secrets.fill(
            Json.read(
                """
                {"a": ["x {{secret:mail}} y{{ secret: mail }}", 1], "{{secret:no}}": {"b": "{{secret:weather-key}}"},
                 "c": "{{input.topic}} {{secret"}"""),
            TOOL,
            ALL,
            "acme");

    assertThat(Json.write(filled))
        .as("what a secret holds is not looked into")
        .isEqualTo(
            """
            {"a":["x from-a-file yfrom-a-file",1],"{{secret:no}}":{"b":"{{secret:mail}}"},\
            "c":"{{input.topic}} {{secret"}""");
    assertThatThrownBy(() -> secrets.fill(Json.read("[\"{{secret:mail}}\"]"), TOOL, ALL, "other"))
        .isInstanceOf(ToolException.class)
        .hasMessage(
            "secret_not_allowed: post was not run: it may not use the secret 'mail' here, only"
                + " [weather-key]");
    assertThat(secrets.hosts("mail")).contains(OriginAllowlist.of(List.of("a.org", "*.b.org")));
    assertThat(secrets.hosts("weather-key")).isEmpty();
    var granted = new EffectiveToolPolicy.Secrets(Set.of("mail"), Optional.of(Set.of()));
    assertThatThrownBy(
            () -> secrets.fill(Json.read("[\"{{secret:mail}}\"]"), TOOL, granted, "acme"))
        .hasMessageEndingWith("only none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Mail     | a.b | each a small letter and up to 62 small letters, digits and -, not 'Mail'",
        "mail     | none | neither reprise.secrets.mail.secret-from nor reprise.secrets.mail.secret-file",
        "short    | a.b | reprise.secrets.short.secret must have at least 8 characters",
        "dangling | a.b | names the property 'not.there', which has no value",
        "wide | a.b | reprise.secrets.wide.hosts must be hosts, or *.domain for all below a domain, but not *",
        "odd | a.b | 'ftp://a.org' must be a host",
        "long, long | a.b | reprise.secrets must list 'long' only once",
      })
  void refusesAtTheStartWhatCannotWork(String names, String ignored, String why) {
    Map<String, String> values =
        Map.ofEntries(
            entry("reprise.secrets", names),
            entry("a.b", "short-1"),
            entry("c.d", "long enough"),
            entry("reprise.secrets.short.secret-from", "a.b"),
            entry("reprise.secrets.long.secret-from", "c.d"),
            entry("reprise.secrets.wide.secret-from", "c.d"),
            entry("reprise.secrets.wide.hosts", "a.org,*"),
            entry("reprise.secrets.odd.secret-from", "c.d"),
            entry("reprise.secrets.odd.hosts", "ftp://a.org"),
            entry("reprise.secrets.dangling.secret-from", "not.there"));

    assertThatThrownBy(() -> new ToolSecrets(config(values)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why)
        .hasMessageNotContaining("short-1");
  }

  @Test
  void hasEachLineOfALongSecretTakenOut() throws IOException {
    var secret =
        new NamedSecret("pem", "-----BEGIN-----\nMIIBVgIBADANBgkq\nhkiG9w0B\n", TenantScope.ALL);

    String scrubbed =
        new SecretScrubber(Set.of(secret)).text("line 2: MIIBVgIBADANBgkq, line 3: hkiG9w0B.");

    assertThat(scrubbed).isEqualTo("line 2: [redacted:pem], line 3: [redacted:pem].");
  }

  private static Config config(Map<String, String> values) {
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(values, "test", 100))
        .addDefaultInterceptors()
        .build();
  }
}
