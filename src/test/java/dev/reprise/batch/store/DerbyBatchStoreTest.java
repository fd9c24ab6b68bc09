package dev.reprise.batch.store;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyBatchStoreTest extends BatchStoreContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
