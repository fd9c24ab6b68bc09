package dev.reprise.journal;

import javax.sql.DataSource;

class DerbyJournalTest extends JournalContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
