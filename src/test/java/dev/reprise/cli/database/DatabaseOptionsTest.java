package dev.reprise.cli.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.platform.jdbc.PasswordFile;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * An option goes before a variable, and that before the default, as in a server's configuration.
 */
class DatabaseOptionsTest {

  private final DatabaseOptions options = new DatabaseOptions();

  @Test
  void namesADatabaseOfThisMachineByDefault() {
    assertThat(options.url(Map.of()))
        .startsWith("jdbc:postgresql://localhost:5432/reprise?stringtype=unspecified&");
  }

  @Test
  void takesTheVariablesOfAServer() {
    var environment =
        Map.of(
            "REPRISE_DATABASE_HOST", "one",
            "REPRISE_DATABASE_PORT", "1",
            "REPRISE_DATABASE_NAME", "books",
            "REPRISE_DATABASE_PARAMETERS", "sslmode=verify-full&sslrootcert=/run/tls/ca.crt");

    assertThat(options.url(environment))
        .startsWith("jdbc:postgresql://one:1/books?")
        .endsWith("&sslmode=verify-full&sslrootcert=/run/tls/ca.crt");
  }

  @Test
  void takesSeveralHostsBeforeOne() {
    var environment =
        Map.of("REPRISE_DATABASE_HOST", "one", "REPRISE_DATABASE_HOSTS", "two:2,three:3");

    assertThat(options.url(environment)).startsWith("jdbc:postgresql://two:2,three:3/reprise?");
    options.hosts = "four:4";
    options.name = "other";
    options.parameters = "";
    assertThat(options.url(environment))
        .startsWith("jdbc:postgresql://four:4/other?")
        .endsWith("reWriteBatchedInserts=true");
  }

  @Test
  void aPasswordFileGoesBeforeThatOfTheServers() {
    String plugin = "authenticationPluginClassName=" + PasswordFile.class.getName();
    var environment = Map.of("REPRISE_DATABASE_PARAMETERS", plugin + "&prepareThreshold=0");

    assertThat(options.url(environment)).endsWith("&" + plugin + "&prepareThreshold=0");
    options.passwordFile = Path.of("owner");
    assertThat(options.url(environment)).endsWith("reWriteBatchedInserts=true&prepareThreshold=0");
  }

  @Test
  void saysWhereADriverBelongs() {
    assertThatThrownBy(() -> JdbcDrivers.dataSource("jdbc:absent://here/x?password=p", "u", "p"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no JDBC driver for jdbc:absent://here/x:")
        .hasMessageContaining("usr/servers/reprise/drivers");
  }
}
