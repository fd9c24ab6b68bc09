package dev.reprise.tool.secret;

import dev.reprise.platform.SecretReference;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.redaction.RedactionRules;
import dev.reprise.web.HostAllowlist;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * A secret that calls of tools may use. The property {@code reprise.secrets.<name>.secret-from} or
 * {@code .secret-file} says where its value is. {@code .tenants} lists the tenants whose runs may
 * use it, and {@code .hosts} lists the hosts to which web tools may send it.
 *
 * @param name by which arguments refer to it
 * @param value never shown
 * @param tenants whose runs may use it
 * @param hosts of the web to which tools may send it; empty for none
 */
public record NamedSecret(
    String name, String value, TenantScope tenants, Optional<HostAllowlist> hosts) {

  public static final String PREFIX = "reprise.secrets";

  private static final String NAME = "[a-z][a-z0-9-]{0,62}";

  /** Creates a secret that no web tool may send to any host. */
  public NamedSecret(String name, String value, TenantScope tenants) {
    this(name, value, tenants, Optional.empty());
  }

  /**
   * Reads the configuration of a secret.
   *
   * @throws IllegalArgumentException if it is missing or cannot be used; names the property, and
   *     never the value
   */
  static NamedSecret of(Config config, String name) {
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException(
          "%s: the name '%s' must be a small letter and up to 62 small letters, digits and -"
              .formatted(PREFIX, name));
    }
    String property = PREFIX + "." + name;
    String value =
        SecretReference.resolve(config, property + ".secret")
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "%s is named, but neither %s.secret-from nor %s.secret-file is set"
                            .formatted(property, property, property)));
    if (value.length() < RedactionRules.MIN_SECRET_LENGTH) {
      throw new IllegalArgumentException(
          ("%s.secret must have at least %d characters: a shorter text occurs by chance, so that it"
                  + " could not be kept out of what tools say")
              .formatted(property, RedactionRules.MIN_SECRET_LENGTH));
    }
    return new NamedSecret(
        name,
        value,
        TenantScope.of(config, tenantsProperty(name)),
        words(config, property + ".hosts").map(hosts -> hosts(property + ".hosts", hosts)));
  }

  private static Optional<List<String>> words(Config config, String property) {
    return config
        .getOptionalValues(property, String.class)
        .map(words -> words.stream().map(String::strip).distinct().toList());
  }

  private static HostAllowlist hosts(String property, List<String> hosts) {
    if (hosts.contains("*")) {
      throw new IllegalArgumentException(
          property + " must not contain *: it must name hosts, or *.domain for all below a domain");
    }
    try {
      return HostAllowlist.of(hosts);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(property + ": " + e.getMessage(), e);
    }
  }

  /** Returns the property that lists the tenants of a secret. */
  static String tenantsProperty(String name) {
    return "%s.%s.tenants".formatted(PREFIX, name);
  }

  @Override
  public String toString() {
    return name;
  }
}
