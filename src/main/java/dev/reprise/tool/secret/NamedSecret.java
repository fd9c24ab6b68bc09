package dev.reprise.tool.secret;

import dev.reprise.platform.SecretReference;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.redaction.RedactionRules;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.web.OriginAllowlist;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * A secret that calls of tools may use. Tested by {@code ToolSecretsTest}.
 *
 * @param name by which arguments refer to it
 * @param value never shown
 * @param tenants whose runs may use it
 * @param hosts of the web to which tools may send it, and how; empty for none
 */
public record NamedSecret(
    String name, String value, TenantScope tenants, Optional<OriginAllowlist> hosts) {

  private static final String NAME = "[a-z][a-z0-9-]{0,62}";

  static final Setting<List<String>> NAMES =
      Setting.optional(
              "reprise.secrets",
              SettingType.list(
                  SettingType.text()
                      .where(
                          name -> name.matches(NAME),
                          "a small letter and up to 62 small letters, digits and -")))
          .ofTenants()
          .means("names of secrets that tool calls may use, comma separated");
  private static final Setting<String> SECRET_FROM =
      Setting.optional("reprise.secrets.<name>.secret-from", SettingType.text())
          .forEach(NamedSecret::names)
          .means(
              "the property or environment variable that holds the secret, of at least 8"
                  + " characters");
  private static final Setting<Path> SECRET_FILE =
      Setting.optional("reprise.secrets.<name>.secret-file", SettingType.path())
          .forEach(NamedSecret::names)
          .means("the file that holds it, instead");
  static final Setting<TenantScope> TENANTS =
      TenantScope.setting("reprise.secrets.<name>.tenants", "it").forEach(NamedSecret::names);
  public static final Setting<OriginAllowlist> HOSTS =
      Setting.optional(
              "reprise.secrets.<name>.hosts",
              new SettingType<>(
                  "list",
                  "hosts, or *.domain for all below a domain, but not *",
                  text -> OriginAllowlist.of(SettingType.list().reader().apply(text))))
          .forEach(NamedSecret::names)
          .means(
              "hosts to which `http_fetch` and `http_post` may send it, comma separated, as in"
                  + " `reprise.web.hosts` but without `*`; by HTTPS at its usual port, unless the"
                  + " entry begins with `http://` or ends in a port such as `:8443`");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("tools", NAMES, SECRET_FROM, SECRET_FILE, TENANTS, HOSTS);
    }

    @Override
    public void check(Config config) {
      names(config).forEach(name -> of(config, name));
    }
  }

  /** Creates a secret that no web tool may send to any host. */
  public NamedSecret(String name, String value, TenantScope tenants) {
    this(name, value, tenants, Optional.empty());
  }

  /**
   * Returns the names of the secrets.
   *
   * @throws IllegalArgumentException if one is not valid
   */
  static List<String> names(Config config) {
    return NAMES.find(config).orElse(List.of());
  }

  /**
   * Reads the configuration of a secret.
   *
   * @throws IllegalArgumentException if it is missing or cannot be used; names the property, and
   *     never the value
   */
  static NamedSecret of(Config config, String name) {
    String property = "reprise.secrets." + name;
    String value =
        SecretReference.resolve(config, property + ".secret")
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "%s is named, but neither %s nor %s is set"
                            .formatted(property, SECRET_FROM.of(name), SECRET_FILE.of(name))));
    if (value.length() < RedactionRules.MIN_SECRET_LENGTH) {
      throw new IllegalArgumentException(
          ("%s.secret must have at least %d characters: a shorter text occurs by chance, so that it"
                  + " could not be kept out of what tools say")
              .formatted(property, RedactionRules.MIN_SECRET_LENGTH));
    }
    return new NamedSecret(
        name, value, TenantScope.of(config, TENANTS.of(name)), HOSTS.of(name).find(config));
  }

  @Override
  public String toString() {
    return name;
  }
}
