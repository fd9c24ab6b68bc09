package dev.reprise.crash.kill;

import dev.reprise.server.PostgresProcess;
import dev.reprise.server.ServerOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

/** The crash matrix on PostgreSQL. */
@Tag("postgresql")
class CrashMatrixOnPostgresIT extends CrashMatrix {

  private static final PostgresProcess POSTGRES = PostgresProcess.start("matrix");

  CrashMatrixOnPostgresIT() {
    super("matrix-on-postgres", POSTGRES.serve(ServerOptions.DEFAULT));
  }

  @AfterAll
  static void closeDatabase() {
    POSTGRES.close();
  }
}
