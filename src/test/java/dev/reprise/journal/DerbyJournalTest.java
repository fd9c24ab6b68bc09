package dev.reprise.journal;

import javax.sql.DataSource;
import org.apache.derby.jdbc.EmbeddedDataSource;

class DerbyJournalTest extends JournalContract {

  private static final DataSource DATABASE = inMemory();

  @Override
  DataSource database() {
    return DATABASE;
  }

  private static DataSource inMemory() {
    var database = new EmbeddedDataSource();
    database.setDatabaseName("memory:journal");
    database.setCreateDatabase("create");
    return database;
  }
}
