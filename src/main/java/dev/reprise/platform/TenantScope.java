package dev.reprise.platform;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;

/**
 * The tenants that may use a workspace, a data source, an agent or an MCP server. For all other
 * tenants it does not exist.
 *
 * <p>A scope is written as a list of tenants, or as {@code *} for all of them. Without a scope, all
 * tenants may use the thing on a server that has one tenant, and none on a server that divides its
 * users into tenants ({@link #isDivided}): there the operator must decide.
 *
 * @param tenants in lower case, as all names of tenants are; {@code *} for all of them
 */
public record TenantScope(Set<String> tenants) {

  /** Divides the users into tenants. */
  public static final Setting<Pattern> PATTERN =
      Setting.optional(
              "reprise.tenant.pattern",
              new SettingType<>(
                  "pattern",
                  "a regular expression with a group, which is the tenant",
                  TenantScope::pattern))
          .ofTenants()
          .means(
              "regular expression over the user's whole name; its first group is the tenant, such"
                  + " as `[^@]+@(.+)`");

  /** Divides the users who log in with a token of an identity provider. */
  public static final Setting<String> CLAIM =
      Setting.optional("reprise.tenant.claim", SettingType.text())
          .ofTenants()
          .means(
              "claim of an identity provider's tokens that names the tenant, such as `tenant`;"
                  + " `reprise.tenant.pattern` then counts for users of the registry alone, who are"
                  + " refused without it");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("tenants", PATTERN, CLAIM);
    }
  }

  /** Returns whether a server divides its users into tenants. */
  public static boolean isDivided(Config config) {
    return PATTERN.find(config).isPresent() || CLAIM.find(config).isPresent();
  }

  private static Pattern pattern(String expression) {
    Pattern pattern = Pattern.compile(expression);
    if (pattern.matcher("").groupCount() < 1) {
      throw new IllegalArgumentException("it has no group");
    }
    return pattern;
  }

  /** The tenant of a server that has one. Its admins administer the server if it has several. */
  public static final String DEFAULT = "default";

  private static final String ANY = "*";

  public static final TenantScope ALL = new TenantScope(Set.of(ANY));
  public static final TenantScope NONE = new TenantScope(Set.of());

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

  /** What a scope must be; a message puts the name of the property or member before it. */
  public static final String RULE =
      "must be '*' for all tenants, or a list of tenants: 1 to 64 letters, digits, '.', '_' or '-'";

  public TenantScope {
    tenants = Set.copyOf(tenants);
  }

  /** Returns the name of a tenant in the form used everywhere: in lower case. */
  public static String canonical(String tenant) {
    return tenant.toLowerCase(Locale.ROOT);
  }

  /** Returns whether this is a tenant's name, in lower case. */
  public static boolean isName(String tenant) {
    return NAME.matcher(tenant).matches();
  }

  /**
   * Declares a setting whose value is a comma separated list of tenants, or {@code *}.
   *
   * @param things whose tenants it lists, in words
   */
  public static Setting<TenantScope> setting(String name, String things) {
    return Setting.optional(
            name, new SettingType<>("list", "tenants, comma separated, or *", TenantScope::listed))
        .otherwise("all; with `reprise.tenant.pattern` it must be set")
        .ofTenants()
        .means("tenants whose runs may use %s, comma separated, or `*` for all".formatted(things));
  }

  private static TenantScope listed(String names) {
    return named(SettingType.list().reader().apply(names), "");
  }

  /**
   * Reads such a setting.
   *
   * @throws IllegalArgumentException if the value is not valid; the message names the property
   */
  public static TenantScope of(Config config, Setting<TenantScope> setting) {
    return setting.find(config).orElseGet(() -> ofUnnamed(config));
  }

  /**
   * Reads a member of a document: a list of tenants, or {@code *}.
   *
   * @throws IllegalArgumentException if it is neither; the message is {@link #RULE}
   */
  public static TenantScope of(JsonNode member) {
    if (member.isTextual() && member.textValue().equals(ANY)) {
      return ALL;
    }
    if (!member.isArray()) {
      throw new IllegalArgumentException(RULE);
    }
    List<String> names = new ArrayList<>();
    for (JsonNode name : member) {
      if (!name.isTextual()) {
        throw new IllegalArgumentException(RULE);
      }
      names.add(name.textValue());
    }
    return named(names, "");
  }

  /** Returns the scope that applies if none is written. */
  public static TenantScope ofUnnamed(Config config) {
    return isDivided(config) ? NONE : ALL;
  }

  private static TenantScope named(List<String> names, String subject) {
    Set<String> tenants = new TreeSet<>();
    for (String name : names) {
      tenants.add(canonical(name.strip()));
    }
    if (tenants.equals(ALL.tenants)) {
      return ALL;
    }
    if (tenants.isEmpty() || !tenants.stream().allMatch(TenantScope::isName)) {
      throw new IllegalArgumentException(subject + RULE);
    }
    return new TenantScope(tenants);
  }

  /** Returns whether a tenant is in this scope. */
  public boolean includes(String tenant) {
    return tenants.contains(ANY) || tenants.contains(tenant);
  }

  /** Returns whether all tenants of the other scope are in this one. */
  public boolean covers(TenantScope other) {
    return tenants.contains(ANY) || tenants.containsAll(other.tenants);
  }
}
