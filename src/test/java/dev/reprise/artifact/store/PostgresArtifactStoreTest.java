package dev.reprise.artifact.store;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresArtifactStoreTest extends ArtifactStoreContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
