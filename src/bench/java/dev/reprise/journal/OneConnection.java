package dev.reprise.journal;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import javax.sql.PooledConnection;
import org.jspecify.annotations.Nullable;

/** A pool of one connection, which costs nothing to take and to return. */
final class OneConnection implements DataSource, AutoCloseable {

  private final @Nullable PooledConnection pooled;

  OneConnection(@Nullable PooledConnection pooled) {
    this.pooled = pooled;
  }

  @Override
  public Connection getConnection() throws SQLException {
    if (pooled == null) {
      throw new SQLException("not open yet");
    }
    return pooled.getConnection();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public void close() throws SQLException {
    if (pooled != null) {
      pooled.close();
    }
  }

  @Override
  public PrintWriter getLogWriter() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setLogWriter(PrintWriter out) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setLoginTimeout(int seconds) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
