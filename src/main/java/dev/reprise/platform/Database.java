package dev.reprise.platform;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import javax.sql.DataSource;

/** Makes the server's data source {@code jdbc/reprise} injectable; everything rests in it. */
@Dependent
class Database {

  @Resource(lookup = "jdbc/reprise")
  private DataSource dataSource;

  @Produces
  DataSource dataSource() {
    return dataSource;
  }
}
