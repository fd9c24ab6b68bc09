package dev.reprise.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import javax.sql.DataSource;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A refused commit is distinguished from one whose answer was lost. */
class CommitTest {

  private final DataSource derby = derby();

  @BeforeEach
  void empty() throws SQLException {
    try (Connection connection = derby.getConnection();
        PreparedStatement clear = connection.prepareStatement("DELETE FROM thing")) {
      clear.executeUpdate();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"40001", "23505", "22001", "53100", "55P03"})
  void didNotHappenIfTheDatabaseRefused(String state) {
    assertThatThrownBy(() -> fail(state)).isNotInstanceOf(InDoubtException.class);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"08006", "57P01", "40003", "58009", "X"})
  void isInDoubtIfTheDatabaseDidNotAnswer(@Nullable String state) {
    assertThatThrownBy(() -> fail(state)).isInstanceOf(InDoubtException.class);
  }

  private static void fail(@Nullable String state) throws SQLException {
    Commit.of(
        () -> {
          throw new SQLException("no", state);
        });
  }

  @Test
  void leavesATransactionInDoubtIfTheAnswerIsLost() {
    assertThatThrownBy(
            () ->
                JdbcTransaction.with(
                    losing("commit"), it -> it.update("INSERT INTO thing (id) VALUES (1)")))
        .hasCauseInstanceOf(InDoubtException.class);

    assertThat(things()).isEqualTo(1);
  }

  @Test
  void leavesASingleStatementInDoubtIfTheAnswerIsLost() {
    assertThatThrownBy(
            () ->
                JdbcTransaction.single(
                    losing("executeUpdate"), it -> it.update("INSERT INTO thing (id) VALUES (1)")))
        .hasCauseInstanceOf(InDoubtException.class);

    assertThat(things()).isEqualTo(1);
  }

  @Test
  void hasNoDoubtIfATransactionOnlyRead() {
    assertThatThrownBy(
            () ->
                JdbcTransaction.with(
                    losing("commit"),
                    it -> it.rows("SELECT id FROM thing", row -> row.integer("id"))))
        .hasCauseInstanceOf(SQLNonTransientConnectionException.class);
  }

  @Test
  void hasNoDoubtIfAStatementFailedBeforeTheCommit() {
    assertThatThrownBy(
            () ->
                JdbcTransaction.with(
                    losing("executeUpdate"), it -> it.update("INSERT INTO thing (id) VALUES (1)")))
        .hasCauseInstanceOf(SQLNonTransientConnectionException.class);

    assertThat(things()).isZero();
  }

  private int things() {
    return JdbcTransaction.single(derby, it -> it.rows("SELECT id FROM thing", row -> 1)).size();
  }

  /** Returns the database with connections that lose the answer to a method, once it is done. */
  private DataSource losing(String method) {
    return losing(DataSource.class, derby, method);
  }

  private static <T> T losing(Class<T> type, Object target, String lost) {
    return type.cast(
        Proxy.newProxyInstance(
            CommitTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Object result = invoke(() -> method.invoke(target, arguments));
              if (method.getName().equals(lost)) {
                throw new SQLNonTransientConnectionException("the connection is gone", "08006");
              }
              return switch (result) {
                case Connection connection -> losing(Connection.class, connection, lost);
                case PreparedStatement statement ->
                    losing(PreparedStatement.class, statement, lost);
                case null, default -> result;
              };
            }));
  }

  private interface Invocation {
    @Nullable Object invoke() throws ReflectiveOperationException;
  }

  private static @Nullable Object invoke(Invocation invocation) throws Throwable {
    try {
      return invocation.invoke();
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static DataSource derby() {
    var database = new EmbeddedDataSource();
    database.setDatabaseName("memory:commits");
    database.setCreateDatabase("create");
    try (Connection connection = database.getConnection();
        var tables = connection.getMetaData().getTables(null, null, "THING", null)) {
      if (!tables.next()) {
        try (var create = connection.prepareStatement("CREATE TABLE thing (id INTEGER)")) {
          create.executeUpdate();
        }
      }
      return database;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
