package dev.reprise.tool.sql;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import javax.sql.DataSource;

/** What other rooms' tests need of this one. */
public final class SqlFixture {

  private SqlFixture() {}

  /** Returns the records of one source of a tenant. */
  public static SqlRecords records(String source, String tenant, DataSource database) {
    Map<String, String> properties = new HashMap<>();
    properties.put("reprise.sql.sources", source);
    properties.put("reprise.sql.source.%s.jndi".formatted(source), "jdbc/" + source);
    properties.put("reprise.sql.source.%s.tenants".formatted(source), tenant);
    var sources = new SqlSources(SqlSourcesTest.config(properties), jndi -> database);
    return new SqlRecords(sources, new GuardedQueries(sources, ForkJoinPool.commonPool()));
  }

  /** Returns a small database on Derby: customers and purchases. */
  public static DataSource shop() {
    return Shop.derby().database();
  }
}
