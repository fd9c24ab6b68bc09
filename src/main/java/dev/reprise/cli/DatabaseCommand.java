package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.cli.database.DatabaseCopy;
import dev.reprise.cli.database.DatabaseCopy.Copied;
import dev.reprise.cli.database.DatabaseOptions;
import dev.reprise.cli.database.DerbyDirectory;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.SchemaMigration;
import dev.reprise.platform.jdbc.SchemaState;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Migrates a PostgreSQL database, and copies Derby into one, without a server. */
@Command(
    name = "database",
    description =
        "Migrates a PostgreSQL database, and copies a Derby database into one, without a server.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class DatabaseCommand {

  private static final Columns MIGRATED =
      Columns.of("result /result, scripts before /before, scripts now /after");

  private static final Columns STATUS =
      Columns.of("schema /schema, scripts /scripts, missing /missing, unknown /unknown");

  private static final Columns COPIED =
      Columns.of(
          """
          TABLE /table, DERBY /derby/rows, POSTGRESQL /postgresql/rows, EQUAL /equal,
          SHA-256 /postgresql/digest""");

  @Mixin DatabaseOptions target = new DatabaseOptions();

  @Mixin OutputOptions output = new OutputOptions();

  @Command(
      description = "Migrates the database to the schema of this version.",
      mixinStandardHelpOptions = true)
  int migrate() throws IOException {
    DataSource database = target.database();
    SchemaState before = SchemaMigration.state(database);
    SchemaMigration.migrate(database);
    SchemaState after = SchemaMigration.state(database);
    ObjectNode result =
        JsonNodeFactory.instance
            .objectNode()
            .put("result", before.isCurrent() ? "is current" : "was migrated");
    add(result, "before", before.carriedOut());
    add(result, "after", after.carriedOut());
    output.output().one(MIGRATED, result);
    return ExitCode.OK.number();
  }

  @Command(
      description =
          "Shows which scripts of the schema the database has; the exit code is 1 if they are not"
              + " those of this version.",
      mixinStandardHelpOptions = true)
  int status() throws IOException {
    SchemaState state = SchemaMigration.state(target.database());
    ObjectNode result = JsonNodeFactory.instance.objectNode().put("schema", state.summary());
    add(result, "scripts", state.carriedOut());
    add(result, "missing", state.missing());
    add(result, "unknown", state.unknown());
    output.output().one(STATUS, result);
    return exitCode(state.isCurrent());
  }

  @Command(
      description =
          "Copies all data of a stopped server with Derby into an empty PostgreSQL database, and"
              + " compares both; the exit code is 1 if they differ, and then nothing is copied.",
      mixinStandardHelpOptions = true)
  int copy(
      @Option(
              names = "--from",
              paramLabel = "DIRECTORY",
              required = true,
              description = "The REPRISE_DATA_DIR of the server.")
          Path directory)
      throws IOException {
    DataSource postgres = target.database();
    try (var derby = DerbyDirectory.open(directory)) {
      List<Copied> tables = DatabaseCopy.copy(derby.database(), postgres);
      output.output().all(COPIED, tables.stream().map(DatabaseCommand::row).toList());
      List<String> different =
          tables.stream().filter(it -> !it.isEqual()).map(Copied::table).toList();
      output
          .err()
          .println(
              different.isEmpty()
                  ? "copied: %d rows of %d tables, equal on both sides"
                      .formatted(tables.stream().mapToLong(Copied::rows).sum(), tables.size())
                  : "nothing is copied: these tables differ: " + String.join(", ", different));
      return exitCode(different.isEmpty());
    } catch (SQLException e) {
      throw new DatabaseException(e);
    }
  }

  private static JsonNode row(Copied copied) {
    ObjectNode row = JsonNodeFactory.instance.objectNode().put("table", copied.table());
    row.putObject("derby").put("rows", copied.rows()).put("digest", copied.digest());
    row.putObject("postgresql")
        .put("rows", copied.copiedRows())
        .put("digest", copied.copiedDigest());
    return row.put("equal", copied.isEqual());
  }

  private static void add(ObjectNode result, String member, List<String> scripts) {
    scripts.forEach(result.putArray(member)::add);
  }

  private static int exitCode(boolean isGood) {
    return (isGood ? ExitCode.OK : ExitCode.FAILURE).number();
  }
}
