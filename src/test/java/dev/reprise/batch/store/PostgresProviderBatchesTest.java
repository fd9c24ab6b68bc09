package dev.reprise.batch.store;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresProviderBatchesTest extends ProviderBatchesContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
