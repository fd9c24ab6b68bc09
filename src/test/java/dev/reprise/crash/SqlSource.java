package dev.reprise.crash;

import dev.reprise.server.ServerOptions;
import dev.reprise.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A data source beside the server's own, named {@code orders}, that agents and batches query. */
final class SqlSource {

  private SqlSource() {}

  /** Returns options of a server that may query it. */
  static ServerOptions allow(ServerOptions options) {
    return options
        .with("REPRISE_SQL_SOURCES", "orders")
        .with("REPRISE_SQL_SOURCE_ORDERS_JNDI", "jdbc/orders");
  }

  /** Declares the data source as documented, with few connections. */
  static void declare(ServerProcess server, String properties) throws IOException {
    Path overrides =
        Files.createDirectories(
            server.directory().resolve("servers/reprise/configDropins/overrides"));
    Files.writeString(
        overrides.resolve("orders.xml"),
        """
        <server>
          <dataSource jndiName="jdbc/orders">
            <connectionManager maxPoolSize="2" enableSharingForDirectLookups="false"/>
            <jdbcDriver libraryRef="drivers"/>
            %s
          </dataSource>
        </server>
        """
            .formatted(properties));
  }
}
