package dev.reprise.webhook;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyWebhooksTest extends WebhooksContract {

  @Override
  protected DataSource database() {
    return TestDatabases.derby();
  }
}
