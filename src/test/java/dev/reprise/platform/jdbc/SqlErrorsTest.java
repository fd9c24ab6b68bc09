package dev.reprise.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Judges an SQL exception by its state, and by its type where a pool gives no state. */
class SqlErrorsTest {

  @Test
  void knowsADuplicateKeyOfDerby() {
    var error =
        errorOf(
            "CREATE TABLE one (id INT PRIMARY KEY)",
            "INSERT INTO one VALUES (1)",
            "INSERT INTO one VALUES (1)");

    assertThat(SqlErrors.isDuplicateKey(error)).isTrue();
    assertThat(SqlErrors.isConstraintViolation(error)).isTrue();
    assertThat(SqlErrors.isForeignKeyViolation(error)).isFalse();
  }

  @Test
  void knowsAForeignKeyOfDerby() {
    var error =
        errorOf(
            "CREATE TABLE parent (id INT PRIMARY KEY)",
            "CREATE TABLE child (id INT REFERENCES parent)",
            "INSERT INTO child VALUES (1)");

    assertThat(SqlErrors.isForeignKeyViolation(error)).isTrue();
    assertThat(SqlErrors.isConstraintViolation(error)).isTrue();
    assertThat(SqlErrors.isDuplicateKey(error)).isFalse();
  }

  private static SQLException errorOf(String... statements) {
    var derby = new EmbeddedDataSource();
    derby.setDatabaseName("memory:SqlErrorsTest" + statements.length + statements[1].hashCode());
    derby.setCreateDatabase("create");
    return catchThrowableOfType(
        SQLException.class,
        () -> {
          try (Connection connection = derby.getConnection();
              Statement statement = connection.createStatement()) {
            for (String sql : statements) {
              statement.execute(sql);
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"22001", "23505", "42601"})
  void blamesTheStatement(String state) {
    assertThat(SqlErrors.isStatementAtFault(error(state))).isTrue();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"08006", "40001", "53100", "XCL52", "2"})
  void doesNotBlameTheStatement(@Nullable String state) {
    assertThat(SqlErrors.isStatementAtFault(error(state))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "22001", "23505", "40001", "42601", "53100", "54000", "55P03", "25502", "57014", "XCL52"
      })
  void takesAnAnswerForARefusal(String state) {
    assertThat(SqlErrors.isRefusal(error(state))).isTrue();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"08006", "57P01", "40003", "58009", "X", ""})
  void doesNotTakeALostAnswerForARefusal(@Nullable String state) {
    assertThat(SqlErrors.isRefusal(error(state))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"40001", "40P01", "40XL1"})
  void knowsATransactionThatWasRolledBackBecauseOfOthers(String state) {
    assertThat(SqlErrors.isRolledBack(error(state))).isTrue();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"40003", "23505", "08006", ""})
  void doesNotTakeAnotherErrorForARollback(@Nullable String state) {
    assertThat(SqlErrors.isRolledBack(error(state))).isFalse();
  }

  @Test
  void knowsCancelledStatementsOfBothDatabases() {
    assertThat(SqlErrors.isCancelled(error("57014"))).isTrue();
    assertThat(SqlErrors.isCancelled(error("XCL52"))).isTrue();
    assertThat(SqlErrors.isCancelled(new SQLTimeoutException())).isTrue();
    assertThat(SqlErrors.isCancelled(error("57P01"))).isFalse();
  }

  @Test
  void knowsLoginsAndResources() {
    assertThat(SqlErrors.isLoginRefused(error("28P01"))).isTrue();
    assertThat(SqlErrors.isLoginRefused(error("08004"))).isFalse();
    assertThat(SqlErrors.isOutOfResources(error("53300"))).isTrue();
    assertThat(SqlErrors.isOutOfResources(error("54000"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "08006", "25006", "25502", "28P01", "42X05", "3D000", "40001", "40XL1", "53100", "53300",
        "55P03", "57014", "57P01", "58030", "XCL52", "XJ001", "XSLA4"
      })
  void knowsADatabaseThatCannotServeNow(String state) {
    assertThat(SqlErrors.isUnavailable(error(state))).isTrue();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"22001", "23505", "42601", "42501", "54000", ""})
  void doesNotTakeAFaultOfTheStatementForAnUnavailableDatabase(@Nullable String state) {
    assertThat(SqlErrors.isUnavailable(error(state))).isFalse();
  }

  @Test
  void knowsALostConnectionByItsStateOrItsType() {
    assertThat(SqlErrors.isConnectionLost(error("08006"))).isTrue();
    assertThat(SqlErrors.isConnectionLost(error("57P01"))).isTrue();
    assertThat(SqlErrors.isConnectionLost(new SQLTransientConnectionException())).isTrue();
    assertThat(SqlErrors.isConnectionLost(new SQLNonTransientConnectionException())).isTrue();
    assertThat(SqlErrors.isConnectionLost(error("57014"))).isFalse();
    assertThat(SqlErrors.isConnectionLost(error(null))).isFalse();
  }

  @Test
  void knowsWhatMaySucceedLater() {
    assertThat(SqlErrors.isUnavailable(error("08006"))).isTrue();
    assertThat(SqlErrors.isUnavailable(new SQLTransientException())).isTrue();
    assertThat(SqlErrors.isUnavailable(new SQLRecoverableException())).isTrue();
    assertThat(SqlErrors.isUnavailable(error("23505"))).isFalse();
  }

  private static SQLException error(@Nullable String state) {
    return new SQLException("no", state);
  }
}
