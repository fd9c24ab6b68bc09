package dev.reprise.tool.sql;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import javax.sql.DataSource;

/** A pool of one connection, which it keeps open. */
final class OneConnection {

  private OneConnection() {}

  static DataSource of(Connection connection) {
    var kept =
        (Connection)
            Proxy.newProxyInstance(
                OneConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) ->
                    method.getName().equals("close") ? null : method.invoke(connection, arguments));
    return (DataSource)
        Proxy.newProxyInstance(
            OneConnection.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (self, method, arguments) -> kept);
  }
}
