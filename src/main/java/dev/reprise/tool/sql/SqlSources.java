package dev.reprise.tool.sql;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.TenantScope;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.ToolException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.SequencedSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;

/**
 * The databases that {@code sql_query} may query, by the names that the operator gave them.
 *
 * <p>The server does not start with a wrong setting. It also refuses its own database, and a
 * PostgreSQL whose results have no {@linkplain ResultBound limit}.
 */
@ApplicationScoped
public class SqlSources {

  private static final System.Logger LOG = System.getLogger(SqlSources.class.getName());

  private static final List<String> OWN = List.of("jdbc/reprise", "jdbc/reprise-read");

  private final SortedMap<String, SqlSource> byName = new TreeMap<>();
  private final Directory directory;

  /** Finds data sources by their JNDI names. */
  interface Directory {
    DataSource find(String jndi) throws NamingException;
  }

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value cannot work; names the property
   */
  @Inject
  SqlSources(Config config) {
    this(config, SqlSources::ofServer);
  }

  SqlSources(Config config, Directory directory) {
    this.directory = directory;
    SqlSettings.names(config).forEach(name -> add(SqlSettings.source(config, name)));
  }

  /** Returns the names of a tenant's sources in alphabetical order. */
  SequencedSet<String> names(String tenant) {
    return names(source -> source.tenants().includes(tenant));
  }

  /** Returns the names of the sources of all tenants in alphabetical order. */
  SequencedSet<String> sharedNames() {
    return names(source -> source.tenants().equals(TenantScope.ALL));
  }

  /** Returns whether some sources are only for some tenants. */
  boolean areDivided() {
    return sharedNames().size() < byName.size();
  }

  /** Returns the properties that must name the tenants of a source and are missing. */
  public List<String> withoutTenants() {
    return names(source -> source.tenants().equals(TenantScope.NONE)).stream()
        .map(name -> SqlSettings.TENANTS.of(name).name())
        .toList();
  }

  private SequencedSet<String> names(Predicate<SqlSource> wanted) {
    return byName.values().stream()
        .filter(wanted)
        .map(SqlSource::name)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * Returns a source by its name.
   *
   * @param origin the tenant, and the grant of the agent
   * @throws ToolException {@code unknown_source}, naming those that the tenant has and the grant
   *     reaches
   */
  SqlSource require(String name, CallOrigin origin) throws ToolException {
    List<String> allowed = names(origin.tenant()).stream().filter(origin.grant()::reaches).toList();
    SqlSource source = byName.get(name);
    if (source == null || !allowed.contains(name)) {
      throw new ToolException(
          "unknown_source",
          "there is no data source '%s' for you; there are: %s"
              .formatted(name, allowed.isEmpty() ? "none" : String.join(", ", allowed)));
    }
    return source;
  }

  /**
   * Returns the database of a source.
   *
   * @throws ToolException {@code source_missing} if the server has no such data source
   */
  DataSource database(SqlSource source) throws ToolException {
    try {
      return directory.find(source.jndi());
    } catch (NamingException e) {
      throw new ToolException(
          "source_missing",
          "the server has no data source for '%s'; its operator can help".formatted(source.name()));
    }
  }

  /**
   * Stops the start of the server if a data source does not meet its conditions. A wrong
   * configuration stops the start too, because this observer creates the bean.
   */
  void check(@Observes Startup unused) {
    for (SqlSource source : byName.values()) {
      try {
        SqlSourceTerms.check(
            SqlSettings.JNDI.of(source.name()).name(), source, directory.find(source.jndi()));
      } catch (NamingException e) {
        LOG.log(
            WARNING,
            "%s: the server has no data source %s; until it has, sql_query fails there"
                .formatted(SqlSettings.JNDI.of(source.name()), source.jndi()),
            e);
      }
    }
  }

  private void add(SqlSource source) {
    if (byName.putIfAbsent(source.name(), source) != null) {
      throw new IllegalArgumentException(
          "%s must list '%s' only once".formatted(SqlSettings.NAMES, source.name()));
    }
  }

  /** Returns whether this is the name of the server's own database, which agents may not read. */
  static boolean isOwn(String jndi) {
    String name = jndi.toLowerCase(Locale.ROOT);
    return OWN.stream()
        .anyMatch(own -> name.equals(own) || name.endsWith("/" + own) || name.endsWith(":" + own));
  }

  @SuppressWarnings("BanJNDI") // the name is the operator's, from the server's own configuration
  private static DataSource ofServer(String jndi) throws NamingException {
    return InitialContext.doLookup(jndi);
  }
}
