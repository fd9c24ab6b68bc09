package dev.reprise.artifact.store;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyArtifactStoreTest extends ArtifactStoreContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
