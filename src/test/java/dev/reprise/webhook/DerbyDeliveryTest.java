package dev.reprise.webhook;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyDeliveryTest extends DeliveryContract {

  @Override
  protected DataSource database() {
    return TestDatabases.derby();
  }
}
