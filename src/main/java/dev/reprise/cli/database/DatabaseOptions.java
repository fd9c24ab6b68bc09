package dev.reprise.cli.database;

import static java.util.stream.Collectors.joining;

import dev.reprise.cli.options.TextFile;
import dev.reprise.platform.jdbc.DatabaseParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * Which PostgreSQL database a command works on, by the same names as in the configuration of a
 * server. Tested by {@code DatabaseOptionsTest}.
 */
public final class DatabaseOptions {

  /** Has the driver take the password of the servers' role, which is not that of another one. */
  private static final String SERVERS_PASSWORD = "authenticationPluginClassName=";

  @Option(
      names = "--hosts",
      paramLabel = "HOST:PORT[,…]",
      scope = ScopeType.INHERIT,
      description =
          "Where PostgreSQL is; by default REPRISE_DATABASE_HOSTS, or else REPRISE_DATABASE_HOST and"
              + " REPRISE_DATABASE_PORT, or else localhost:5432.")
  @Nullable String hosts;

  @Option(
      names = "--name",
      scope = ScopeType.INHERIT,
      description = "The database; by default REPRISE_DATABASE_NAME, or else reprise.")
  @Nullable String name;

  @Option(
      names = "--parameters",
      scope = ScopeType.INHERIT,
      description =
          "Further parameters of the JDBC URL, such as"
              + " sslmode=verify-full&sslrootcert=/run/tls/ca.crt; by default"
              + " REPRISE_DATABASE_PARAMETERS.")
  @Nullable String parameters;

  @Option(
      names = "--user",
      scope = ScopeType.INHERIT,
      description =
          "The role, which owns the tables; by default REPRISE_DATABASE_USER, or else reprise.")
  @Nullable String user;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description =
          "Has the password of the role on its first line; by default REPRISE_DATABASE_PASSWORD is"
              + " the password.")
  @Nullable Path passwordFile;

  /**
   * Returns the database, to which nothing is connected yet.
   *
   * @throws IllegalArgumentException if there is no driver, or no password file
   */
  public DataSource database() throws IOException {
    Map<String, String> environment = System.getenv();
    return JdbcDrivers.dataSource(
        url(environment),
        value(user, environment, "REPRISE_DATABASE_USER", "reprise"),
        password(environment));
  }

  /** Returns the JDBC URL of these options in an environment. */
  String url(Map<String, String> environment) {
    String one =
        "%s:%s"
            .formatted(
                value(null, environment, "REPRISE_DATABASE_HOST", "localhost"),
                value(null, environment, "REPRISE_DATABASE_PORT", "5432"));
    String url =
        // as in the server's configuration: ids are texts for the product, and a standby is refused
        ("jdbc:postgresql://%s/%s?stringtype=unspecified&ApplicationName=reprise-database"
                + "&targetServerType=primary&reWriteBatchedInserts=true")
            .formatted(
                value(hosts, environment, "REPRISE_DATABASE_HOSTS", one),
                value(name, environment, "REPRISE_DATABASE_NAME", "reprise"));
    String more =
        Stream.of(value(parameters, environment, "REPRISE_DATABASE_PARAMETERS", "").split("&"))
            .filter(it -> passwordFile == null || !it.startsWith(SERVERS_PASSWORD))
            .collect(joining("&"));
    if (more.isEmpty()) {
      return url;
    }
    if (!DatabaseParameters.areAllowed(more)) {
      throw new IllegalArgumentException(
          "--parameters must be %s; it is another text".formatted(DatabaseParameters.ALLOWED));
    }
    return url + "&" + more;
  }

  /** Returns the password; null lets the driver look for its own file. */
  private @Nullable String password(Map<String, String> environment) throws IOException {
    return passwordFile == null
        ? environment.get("REPRISE_DATABASE_PASSWORD")
        : TextFile.read(passwordFile).lines().findFirst().orElse("");
  }

  private static String value(
      @Nullable String option, Map<String, String> environment, String variable, String byDefault) {
    return option != null ? option : environment.getOrDefault(variable, byDefault);
  }
}
