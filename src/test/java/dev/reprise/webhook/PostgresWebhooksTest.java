package dev.reprise.webhook;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresWebhooksTest extends WebhooksContract {

  @Override
  protected DataSource database() {
    return TestDatabases.postgres();
  }
}
