package dev.reprise.crash.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.crash.fixture.Site;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.PasswordFile;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import dev.reprise.server.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a server and its database know each other: by certificates, or by a password. */
@Tag("postgresql")
class DatabaseLoginIT {

  private static final String SESSIONS =
      """
      SELECT ssl, COALESCE(client_dn, 'none') AS client
      FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE usename = 'reprise'""";

  private final Path files;

  DatabaseLoginIT(@TempDir Path files) {
    this.files = files;
  }

  @Test
  void checksCertificatesAndReadsRenewedOnesWithoutARestart() throws Exception {
    try (var postgres = PostgresProcess.start("tls")) {
      speak(postgres, TestCertificate.of("localhost", "dns:localhost"));
      try (Site site = Site.named("tls", options(postgres))) {
        site.server().start();
        completes(site);

        List<String> sessions =
            new Database(postgres.database())
                .rows(SESSIONS, row -> row.flag("ssl") + " " + row.text("client"));
        assertThat(sessions).isNotEmpty().containsOnly("true /CN=reprise");

        speak(postgres, TestCertificate.of("localhost", "dns:localhost"));
        postgres.endSessionsOf("reprise");
        completes(site);
      }
    }
  }

  @Test
  void refusesADatabaseOfAnotherName() throws Exception {
    try (var postgres = PostgresProcess.start("tls-other")) {
      speak(postgres, TestCertificate.of("db.example.org", "dns:db.example.org"));
      try (Site site =
          Site.named("tls-other", options(postgres).with("REPRISE_DATABASE_WAIT", "PT2S"))) {
        assertThat(site.server().startToItsEnd()).isNotZero();

        assertThat(site.server().lastLines())
            .contains("the database jdbc/reprise cannot be used")
            .contains("localhost")
            .contains("hostname");
      }
    }
  }

  @Test
  void takesAChangedPasswordFromItsFileWithoutARestart() throws Exception {
    try (var postgres = PostgresProcess.start("password")) {
      Path file = files.resolve("password");
      postgres.execute("CREATE ROLE reprise LOGIN", "GRANT ALL ON SCHEMA public TO reprise");
      change(postgres, file, "the-first");
      postgres.requirePassword("reprise");
      ServerOptions options =
          postgres
              .serve(Site.FILES)
              .with("REPRISE_DATABASE_USER", "reprise")
              .without("REPRISE_DATABASE_PASSWORD")
              .with("REPRISE_DATABASE_PASSWORD_FILE", file.toString())
              .with(
                  "REPRISE_DATABASE_PARAMETERS",
                  "authenticationPluginClassName=" + PasswordFile.class.getName());
      try (Site site = Site.named("password", options)) {
        site.server().start();
        UUID run = site.submit("steps", "effects");
        RecordedRun before =
            site.awaitRecord(run, recorded -> recorded.has("tool-call.completed", "second", "c"));

        change(postgres, file, "the-second");
        postgres.endSessionsOf("reprise");

        site.awaitStatus(run, "COMPLETED").assertSound().assertContinues(before);
        completes(site);
        assertThat(site.server().lastLines()).doesNotContain("CWWKZ0009I");
      }
    }
  }

  private static void change(PostgresProcess postgres, Path file, String password)
      throws Exception {
    Files.writeString(file, password);
    postgres.execute("ALTER ROLE reprise PASSWORD '" + password + "'");
  }

  private static void completes(Site site) {
    UUID run = site.submit("one-slow-phase", "effects");
    site.awaitStatus(run, "COMPLETED").assertSound();
  }

  /** Has it use this certificate, and gives the server a new one of its own. */
  private void speak(PostgresProcess postgres, TestCertificate ofDatabase) throws Exception {
    var ofServer = TestCertificate.of("reprise", "dns:reprise");
    copy(ofDatabase.pem(), "database.crt");
    copy(ofServer.pem(), "server.crt");
    copy(ofServer.keyAsDer(), "server.pk8");
    postgres.speakTls(ofDatabase, ofServer.pem());
  }

  private void copy(Path file, String name) throws IOException {
    Files.copy(
        file,
        files.resolve(name),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES);
  }

  private ServerOptions options(PostgresProcess postgres) throws Exception {
    postgres.execute("CREATE ROLE reprise LOGIN", "GRANT ALL ON SCHEMA public TO reprise");
    postgres.authenticate("hostnossl all reprise all reject");
    postgres.authenticate("hostssl all reprise all cert");
    return postgres
        .serve(Site.FILES)
        .with("REPRISE_DATABASE_USER", "reprise")
        .with(
            "REPRISE_DATABASE_PARAMETERS",
            "sslmode=verify-full&sslrootcert=%s&sslcert=%s&sslkey=%s"
                .formatted(
                    files.resolve("database.crt"),
                    files.resolve("server.crt"),
                    files.resolve("server.pk8")));
  }
}
