package dev.reprise.bench;

import java.io.IOException;
import java.sql.SQLException;

/** The log by which a database makes commits durable. */
interface DatabaseLog extends AutoCloseable {

  /** Returns how many bytes the database has written to it since some fixed moment. */
  long bytes() throws IOException, SQLException;

  @Override
  void close() throws SQLException;
}
