package dev.reprise.tool.sql;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

class DerbySqlQueryToolTest extends SqlQueryToolContract {

  @Override
  Shop shop() {
    return Shop.derby();
  }

  @Override
  List<HostileSql> ownHostile() {
    return HostileSql.derby();
  }

  @Override
  Stream<Arguments> ownLegitimate() {
    return Stream.of(
        arguments(
            "SELECT YEAR(joined), MONTH(joined) FROM customer WHERE id = 2", List.of(), "[2024,2]"),
        arguments(
            "SELECT tablename FROM sys.systables WHERE tabletype = 'T' ORDER BY tablename",
            List.of(),
            "[\"CUSTOMER\"]\n[\"PURCHASE\"]"),
        arguments(
            "SELECT c.columnname FROM SYS.SYSCOLUMNS c JOIN SYS.SYSTABLES t"
                + " ON t.tableid = c.referenceid WHERE t.tablename = ? AND c.columnnumber = 2",
            List.of("CUSTOMER"),
            "[\"NAME\"]"),
        arguments("SELECT id FROM customer WHERE id = 1 WITH UR", List.of(), "[1]"));
  }

  @Override
  String slow() {
    return "SELECT COUNT(*) FROM customer WHERE id < 4 AND EXISTS (SELECT 1 FROM "
        + String.join(", ", List.of("sys.syscolumns a", "sys.syscolumns b", "sys.syscolumns c"))
        + ", sys.syscolumns d WHERE a.columnnumber + b.columnnumber + c.columnnumber"
        + " + d.columnnumber < 0)";
  }

  @Override
  boolean isSlowAtWork() throws SQLException {
    try (Connection connection = shop().database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery(
                """
                SELECT COUNT(*) FROM syscs_diag.transaction_table
                WHERE sql_text LIKE 'SELECT COUNT(*) FROM customer WHERE id < 4%'""")) {
      return found.next() && found.getInt(1) > 0;
    }
  }
}
