package dev.reprise.tool.sql;

import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.call.ToolGate;
import dev.reprise.tool.method.MethodTools;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/** What other rooms' tests need of this one. */
public final class SqlFixture {

  private SqlFixture() {}

  /** Returns the records of one source of a tenant, which may be read. */
  public static SqlRecords records(String source, String tenant, DataSource database) {
    return records(
        ToolFixture.gate(ToolFixture.catalogue(List.of(tool())), ToolFixture.policy()),
        source,
        tenant,
        database);
  }

  /** Returns the records of one source of a tenant. */
  public static SqlRecords records(
      ToolGate gate, String source, String tenant, DataSource database) {
    Map<String, String> properties = new HashMap<>();
    properties.put("reprise.sql.sources", source);
    properties.put("reprise.sql.source.%s.jndi".formatted(source), "jdbc/" + source);
    properties.put("reprise.sql.source.%s.tenants".formatted(source), tenant);
    var sources = new SqlSources(SqlSourcesTest.config(properties), jndi -> database);
    return new SqlRecords(
        gate, sources, new GuardedQueries(sources, Executors.newVirtualThreadPerTaskExecutor()));
  }

  /** Returns {@code sql_query} without any source. */
  public static Tool tool() {
    var none = new SqlSources(SqlSourcesTest.config(Map.of()), jndi -> shop());
    return MethodTools.of(
        new SqlQueryTool(
            none, new GuardedQueries(none, Executors.newVirtualThreadPerTaskExecutor())));
  }

  /** Returns a small database on Derby: customers and purchases. */
  public static DataSource shop() {
    return Shop.derby().database();
  }
}
