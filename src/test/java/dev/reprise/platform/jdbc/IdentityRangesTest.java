package dev.reprise.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Jobs get their numbers from identity columns. Derby refuses a transaction that takes the next
 * range of numbers while another compiles a statement about that table. So the first job of a start
 * is started alone, and ranges are wide.
 */
class IdentityRangesTest {

  private static final int THREADS = 8;
  private static final int JOBS = 60;

  /** How many rounds to run; each begins with a start of the database. */
  private static final int ROUNDS = Integer.getInteger("reprise.test.rounds", 2);

  private final EmbeddedDataSource database = new EmbeddedDataSource();

  @BeforeEach
  void migrate() throws SQLException {
    database.setDatabaseName("memory:identity-ranges");
    database.setCreateDatabase("create");
    SchemaMigration.migrate(database);
    execute("CREATE TABLE job (id BIGINT GENERATED ALWAYS AS IDENTITY, name VARCHAR(64))");
  }

  @AfterEach
  void drop() {
    end("memory:identity-ranges;drop=true");
  }

  @Test
  void refusesNoJobItsNumberAfterTheFirstOfAStart() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      stop();
      insert("first of round " + round);
      assertThat(refusals(round)).isEmpty();
    }
  }

  private List<String> refusals(int round) throws Exception {
    List<Callable<List<String>>> all =
        IntStream.range(0, THREADS)
            .<Callable<List<String>>>mapToObj(thread -> () -> insertMany(round + "-" + thread))
            .toList();
    List<String> refusals = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(THREADS)) {
      for (Future<List<String>> one : threads.invokeAll(all)) {
        refusals.addAll(one.get());
      }
    }
    return refusals;
  }

  private List<String> insertMany(String by) {
    List<String> refusals = new ArrayList<>();
    for (int job = 0; job < JOBS; job++) {
      try {
        insert(by + "-" + job);
      } catch (SQLException e) {
        refusals.add(e.getSQLState() + " " + e.getMessage());
      }
    }
    return refusals;
  }

  /** A different text each time, so that each is compiled. */
  private void insert(String name) throws SQLException {
    execute("INSERT INTO job (name) VALUES ('%s')".formatted(name));
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void stop() {
    end("memory:identity-ranges;shutdown=true");
  }

  /** Derby confirms a shutdown with an exception. */
  private static void end(String what) {
    var ending = new EmbeddedDataSource();
    ending.setDatabaseName(what);
    try (Connection connection = ending.getConnection()) {
      assertThat(connection).as("none is left").isNull();
    } catch (SQLException e) {
      assertThat(e.getSQLState()).isIn("08006", "XJ015");
    }
  }
}
