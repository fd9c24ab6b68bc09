package dev.reprise.webhook;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresDeliveryTest extends DeliveryContract {

  @Override
  protected DataSource database() {
    return TestDatabases.postgres();
  }
}
