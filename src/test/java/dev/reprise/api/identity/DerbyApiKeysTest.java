package dev.reprise.api.identity;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyApiKeysTest extends ApiKeysContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
