package dev.reprise.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.reprise.journal.store.TestDatabases;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What stores see of the database, and of its faults. */
class DatabaseTest {

  private static final String ADD = "INSERT INTO secret (name, value) VALUES (?, 'x')";
  private static final String COUNT = "SELECT COUNT(*) FROM secret WHERE name = ?";

  private final Database database = new Database(TestDatabases.derby());
  private final UUID name = UUID.randomUUID();

  @Test
  void changesAllOrNothingTogether() {
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(
            () ->
                database.together(
                    it -> {
                      it.update(ADD, name);
                      return it.update(ADD, name);
                    }))
        .matches(it -> it.is(SqlErrors::isDuplicateKey))
        .withCauseInstanceOf(SQLException.class);

    assertThat(database.number(COUNT, name)).isZero();
  }

  @Test
  void eachSingleStatementTakesEffect() {
    assertThat(database.moves(ADD, name)).isTrue();

    assertThatExceptionOfType(DatabaseException.class).isThrownBy(() -> database.update(ADD, name));
    assertThat(database.number(COUNT, name)).isOne();
  }

  @Test
  void insertsARowUnlessThereIsOneWithItsKey() {
    assertThat(database.insertIfAbsent(ADD, name)).isTrue();
    assertThat(database.insertIfAbsent(ADD, name)).isFalse();

    assertThatExceptionOfType(DatabaseException.class)
        .as("no other refusal is hidden")
        .isThrownBy(
            () -> database.insertIfAbsent("INSERT INTO secret (name) VALUES (?)", "without value"));
  }

  @Test
  void saysInItsOwnWordsWhyItFailed() {
    var refused = new DatabaseException(new SQLException("the disk is full", "53100"));

    assertThat(refused)
        .hasMessage("the database failed: the disk is full")
        .matches(it -> !it.is(SqlErrors::isDuplicateKey));
  }
}
