package dev.reprise.platform.jdbc;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import javax.sql.DataSource;

/**
 * Makes the server's data source {@code jdbc/reprise} injectable. All data is stored in it.
 *
 * <p>Its connections are not shareable: a shareable one stays with the thread that closed it until
 * that thread's work ends, and a run's work takes hours.
 */
@Dependent
class DataSourceProducer {

  @Resource(lookup = "jdbc/reprise", shareable = false)
  private DataSource dataSource;

  @Produces
  DataSource dataSource() {
    return dataSource;
  }
}
