package dev.reprise.batch.store;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyProviderBatchesTest extends ProviderBatchesContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
