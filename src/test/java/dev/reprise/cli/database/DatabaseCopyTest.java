package dev.reprise.cli.database;

import static java.util.concurrent.CompletableFuture.delayedExecutor;
import static java.util.concurrent.TimeUnit.SECONDS;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.cli.database.DatabaseCopy.Copied;
import dev.reprise.fixture.NewPostgres;
import dev.reprise.platform.jdbc.SchemaException;
import dev.reprise.platform.jdbc.SchemaMigration;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.CompletableFuture;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All rows of Derby are in PostgreSQL after a copy, with the same values, or none is. */
class DatabaseCopyTest {

  private static final TimeZone ZONE = TimeZone.getDefault();

  private final Path directory;

  private NewPostgres postgres;

  DatabaseCopyTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @BeforeEach
  void createDatabases() throws SQLException {
    postgres = NewPostgres.create();
    EmbeddedDataSource derby = derby();
    derby.setCreateDatabase("create");
    SchemaMigration.migrate(derby);
    try (Connection connection = derby.getConnection()) {
      DerbyRows.insert(connection);
    }
    shutDown();
  }

  @AfterEach
  void restoreZone() {
    TimeZone.setDefault(ZONE);
  }

  private EmbeddedDataSource derby() {
    var derby = new EmbeddedDataSource();
    derby.setDatabaseName(directory.resolve("reprise").toString());
    return derby;
  }

  private void shutDown() {
    EmbeddedDataSource derby = derby();
    derby.setShutdownDatabase("shutdown");
    assertThatThrownBy(derby::getConnection).hasMessageContaining("shutdown");
  }

  private List<Copied> copy() throws SQLException {
    try (var derby = DerbyDirectory.open(directory)) {
      return DatabaseCopy.copy(derby.database(), postgres.database());
    }
  }

  /** Such as the limits of a role that PgBouncer serves. */
  @Test
  void takesLongerThanTheServersStatementsMay() throws Exception {
    SchemaMigration.migrate(postgres.database());
    postgres.execute("ALTER DATABASE %s SET statement_timeout = '1s'".formatted(postgres.name()));
    try (Connection other = postgres.database().getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("LOCK TABLE share IN EXCLUSIVE MODE");
      var release = CompletableFuture.runAsync(() -> commit(other), delayedExecutor(2, SECONDS));

      assertThat(copy()).isNotEmpty().allMatch(Copied::isEqual);

      release.get();
    }
  }

  private static void commit(Connection connection) {
    try {
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void copiesEachTable() throws SQLException {
    List<Copied> copied = copy();

    assertThat(copied).allMatch(Copied::isEqual);
    assertThat(copied.stream().map(Copied::table).collect(toSet())).isEqualTo(tablesOfDerby());
    assertThat(copied)
        .filteredOn(it -> it.table().equals("event") || it.table().equals("run"))
        .extracting(Copied::rows)
        .containsExactly(2L, 2L);
  }

  @Test
  void keepsTheValues() throws SQLException {
    TimeZone.setDefault(TimeZone.getTimeZone("America/Sao_Paulo"));
    copy();

    assertThat(postgres.query("SELECT payload FROM event ORDER BY sequence"))
        .containsExactly("{\"text\": \"Grüße 🦉\"}", "{}");
    assertThat(
            postgres.query(
                "SELECT to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') FROM event"
                    + " ORDER BY sequence"))
        .containsExactly("2018-11-04 00:30:00.123456", "2026-03-29 01:59:59.999999");
    assertThat(postgres.query("SELECT parent FROM run WHERE parent IS NOT NULL"))
        .containsExactly(DerbyRows.LATER);
    assertThat(postgres.query("SELECT spent_usd FROM run WHERE spent_usd IS NOT NULL"))
        .containsExactly("12345.000000001");
    assertThat(postgres.query("SELECT call_date FROM artifact_day")).containsExactly("2018-11-04");
    assertThat(postgres.query("SELECT encode(jobxml, 'hex') FROM jbatch_jobinstance"))
        .containsExactly("00ff10");
    assertThat(postgres.query("SELECT ispartitionedstep FROM jbatch_stepthreadexecution"))
        .containsExactly("t");
    assertThat(postgres.query("SELECT createtime FROM jbatch_jobinstance"))
        .containsExactly("2018-11-04 00:15:00.5");
    assertThat(postgres.query("SELECT turn FROM schedule_gate")).containsExactly("7");
  }

  /** An id that Derby has given is not given again, though its row is gone. */
  @Test
  void continuesTheNumbersOfJobs() throws SQLException {
    try (Connection derby = derby().getConnection();
        var delete = derby.createStatement()) {
      delete.execute(DerbyRows.JOB);
      delete.execute("DELETE FROM JBATCH.JBATCH_JOBINSTANCE WHERE jobname = 'gone'");
    }
    shutDown();
    copy();

    postgres.execute(
        "INSERT INTO jbatch_jobinstance (batchstatus, createtime, instancestate, jobname, numexecs)"
            + " VALUES (1, now(), 1, 'next', 1)");
    assertThat(postgres.query("SELECT jobinstanceid FROM jbatch_jobinstance ORDER BY 1"))
        .hasSize(2)
        .first()
        .isEqualTo("1");
    assertThat(
            postgres.query(
                "SELECT jobinstanceid > 2 FROM jbatch_jobinstance WHERE jobname = 'next'"))
        .containsExactly("t");
  }

  @Test
  void leavesTheConstraintsAsTheyWere() throws SQLException {
    String constraints =
        "SELECT conname || condeferrable FROM pg_constraint WHERE contype = 'f' ORDER BY 1";
    SchemaMigration.migrate(postgres.database());
    List<String> before = postgres.query(constraints);

    copy();

    assertThat(postgres.query(constraints)).isEqualTo(before);
  }

  @Test
  void copiesNothingIfAValueDiffers() throws SQLException {
    SchemaMigration.migrate(postgres.database());
    postgres.execute(
        """
        CREATE FUNCTION change() RETURNS trigger AS $$
          BEGIN NEW.payload = '[]'; RETURN NEW; END $$ LANGUAGE plpgsql;
        CREATE TRIGGER change BEFORE INSERT ON event
          FOR EACH ROW WHEN (NEW.sequence = 2) EXECUTE FUNCTION change()""");

    List<Copied> copied = copy();

    assertThat(copied)
        .filteredOn(it -> !it.isEqual())
        .extracting(Copied::table)
        .containsExactly("event");
    assertThat(postgres.query("SELECT 1 FROM run")).isEmpty();
  }

  @Test
  void copiesIntoNoDatabaseThatHasRows() throws SQLException {
    copy();

    assertThatThrownBy(this::copy)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not empty")
        .hasMessageContaining("run: 2");
    assertThat(postgres.query("SELECT count(*) FROM run")).containsExactly("2");
  }

  @Test
  void copiesNoOtherSchema() throws SQLException {
    try (Connection derby = derby().getConnection();
        var update = derby.createStatement()) {
      update.execute("UPDATE \"schema_history\" SET \"checksum\" = 7 WHERE \"version\" = '2'");
    }
    shutDown();

    assertThatThrownBy(this::copy)
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining("another build");
  }

  private Set<String> tablesOfDerby() throws SQLException {
    Set<String> tables = new HashSet<>();
    try (Connection derby = derby().getConnection();
        ResultSet rows = derby.getMetaData().getTables(null, null, "%", new String[] {"TABLE"})) {
      while (rows.next()) {
        tables.add(rows.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
      }
    }
    shutDown();
    tables.remove("schema_history");
    return tables;
  }
}
