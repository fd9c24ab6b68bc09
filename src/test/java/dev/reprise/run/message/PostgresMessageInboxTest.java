package dev.reprise.run.message;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresMessageInboxTest extends MessageInboxContract {

  @Override
  protected DataSource database() {
    return TestDatabases.postgres();
  }
}
