package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.fixture.NewPostgres;
import dev.reprise.platform.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The schema of a PostgreSQL database is shown and migrated without a server. */
class DatabaseCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private final Path directory;

  DatabaseCommandTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void showsAndMigratesTheSchema() throws Exception {
    NewPostgres postgres = NewPostgres.create();

    assertThat(reprise(postgres, "status")).isEqualTo(1);
    assertThat(answer().path("schema").asText()).isEqualTo("it has no schema yet");
    JsonNode missing = answer().path("missing");
    assertThat(missing).isNotEmpty();

    assertThat(reprise(postgres, "migrate")).isZero();
    assertThat(answer().path("result").asText()).isEqualTo("was migrated");
    assertThat(answer().path("before")).isEmpty();
    assertThat(answer().path("after")).isEqualTo(missing);
    assertThat(postgres.query("SELECT count(*) FROM run")).containsExactly("0");

    assertThat(reprise(postgres, "status")).isZero();
    assertThat(answer().path("schema").asText()).isEqualTo("its schema is current");

    assertThat(reprise(postgres, "migrate")).isZero();
    assertThat(answer().path("result").asText()).isEqualTo("is current");
    assertThat(answer().path("before")).isEqualTo(answer().path("after"));
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void doesNotTouchANewerSchema() throws Exception {
    NewPostgres postgres = NewPostgres.create();
    reprise(postgres, "migrate");
    postgres.execute(
        "UPDATE schema_history SET version = '9', script = 'V9__later.sql' WHERE version = '3'");

    assertThat(reprise(postgres, "status")).isEqualTo(1);
    assertThat(answer().path("unknown").get(0).asText()).isEqualTo("V9__later.sql");

    assertThat(reprise(postgres, "migrate")).isEqualTo(1);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .startsWith("the database: its schema is newer than this version: it has V9__later.sql,");
  }

  @Test
  void saysWhatTheDatabaseSays() throws Exception {
    NewPostgres postgres = NewPostgres.create();

    assertThat(reprise(new NewPostgres(postgres.hosts(), "absent"), "status")).isEqualTo(1);

    assertThat(err.toString()).contains("database \"absent\" does not exist");
    assertThat(err.toString()).doesNotContain("fault of reprise");
  }

  @Test
  void copiesNothingWithoutADerbyDatabase() throws Exception {
    NewPostgres postgres = NewPostgres.create();

    assertThat(reprise(postgres, "copy", "--from", directory.toString())).isEqualTo(1);

    assertThat(err.toString())
        .startsWith("there is no Derby database " + directory.resolve("reprise"));
    assertThat(postgres.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).isEmpty();
  }

  private int reprise(NewPostgres postgres, String... command) throws Exception {
    Path password = Files.writeString(directory.resolve("password"), "trusted\nno password\n");
    List<String> arguments =
        new ArrayList<>(
            List.of("--hosts", postgres.hosts(), "--name", postgres.name(), "--user", "postgres"));
    arguments.addAll(List.of("--password-file", password.toString(), "-o", "json"));
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(
            Stream.of(List.of("database"), List.of(command), arguments)
                .flatMap(List::stream)
                .toArray(String[]::new));
  }

  private JsonNode answer() {
    return Json.read(out.toString());
  }
}
