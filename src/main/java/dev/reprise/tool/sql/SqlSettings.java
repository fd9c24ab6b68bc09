package dev.reprise.tool.sql;

import dev.reprise.platform.TenantScope;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.Config;

/**
 * The settings of the databases that {@code sql_query} may query. Tested by {@code SqlSourcesTest}.
 */
public final class SqlSettings extends SettingGroup {

  static final Setting<List<String>> NAMES =
      Setting.optional(
              "reprise.sql.sources",
              SettingType.list(
                  SettingType.text()
                      .where(
                          name -> name.matches("[a-z0-9][a-z0-9_-]{0,63}"),
                          "1 to 64 lower case letters, digits, '-' and '_'")))
          .ofTenants()
          .means("names of data sources, comma separated, as agents call them");
  static final Setting<String> JNDI =
      Setting.optional(
              "reprise.sql.source.<name>.jndi",
              SettingType.text()
                  .where(
                      name -> !SqlSources.isOwn(name),
                      "the JNDI name of a data source of the server, and not of the server's own"
                          + " database, which agents may not read"))
          .forEach(SqlSettings::names)
          .means(
              "the JNDI name of a data source of the server; never `jdbc/reprise`, the server's own"
                  + " database");
  static final Setting<TenantScope> TENANTS =
      TenantScope.setting("reprise.sql.source.<name>.tenants", "it").forEach(SqlSettings::names);
  private static final Setting<List<String>> FUNCTIONS =
      Setting.optional(
              "reprise.sql.source.<name>.functions",
              SettingType.list(
                  new SettingType<>("text", "name or schema.name", SqlSettings::function)))
          .forEach(SqlSettings::names)
          .means(
              "what queries may call there besides the standard functions, comma separated: `name`,"
                  + " or `schema.name`, which must then be called with its schema; each must do"
                  + " nothing but compute a value");
  private static final Setting<Boolean> RECURSIVE =
      Setting.of("reprise.sql.source.<name>.recursive", SettingType.flag(), "false")
          .forEach(SqlSettings::names)
          .means(
              "`true` allows `WITH RECURSIVE`, which can produce any amount of data out of"
                  + " nothing");

  public SqlSettings() {
    super("data-sources-of-sql_query", NAMES, JNDI, TENANTS, FUNCTIONS, RECURSIVE);
  }

  @Override
  public void check(Config config) {
    names(config).forEach(name -> source(config, name));
  }

  /**
   * Returns the names of the sources.
   *
   * @throws IllegalArgumentException if one is not valid
   */
  static List<String> names(Config config) {
    return NAMES.find(config).orElse(List.of());
  }

  /**
   * Reads a source.
   *
   * @throws IllegalArgumentException if a value is missing or not valid; names the property
   */
  static SqlSource source(Config config, String name) {
    Setting<String> jndi = JNDI.of(name);
    return new SqlSource(
        name,
        jndi.find(config)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "%s has no value; it must be %s, such as jdbc/%s"
                            .formatted(jndi, jndi.type().allowed(), name))),
        SqlFunctions.STANDARD.and(functions(config, name)),
        TenantScope.of(config, TENANTS.of(name)),
        RECURSIVE.of(name).get(config));
  }

  private static Set<String> functions(Config config, String name) {
    return FUNCTIONS.of(name).find(config).orElse(List.of()).stream().collect(Collectors.toSet());
  }

  private static String function(String name) {
    String function = new SqlToken(SqlToken.Kind.WORD, name).folded();
    if (!function.matches("[\\p{L}_][\\p{L}\\p{N}_]*(\\.[\\p{L}_][\\p{L}\\p{N}_]*)?")) {
      throw new IllegalArgumentException("'%s' is no such name".formatted(name));
    }
    return function;
  }
}
