package dev.reprise.crash.outage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.crash.fixture.Invariants;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.Workload;
import dev.reprise.crash.fixture.ledger.LedgerProcess;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that is told to stop while its database hangs ends, and its runs go on later. */
@Tag("postgresql")
class StopDuringOutageIT {

  @Test
  void endsInTimeThoughItsJobsWaitForTheDatabase() throws InterruptedException, IOException {
    try (var ledger = LedgerProcess.start(Duration.ofMillis(20));
        var postgres = PostgresProcess.start("stop-during-outage");
        var site = Site.named("stop-during-outage", options(ledger, postgres))) {
      site.server().start();
      var work = Workload.submit(ledger, site);
      work.awaitProgress(site, 20);

      postgres.suspend();
      try {
        site.server().stop(); // fails if it takes more than a minute
      } finally {
        postgres.resume();
      }

      assertThat(Files.readString(site.server().log())).contains("the database takes no records");
      site.server().start();
      work.awaitUnharmedEnd(site, Invariants.AFTER_CRASHES);
      site.jobs().awaitNoneOpen(work.runs());
    }
  }

  private static ServerOptions options(LedgerProcess ledger, PostgresProcess postgres) {
    return ledger
        .serve(postgres.serve(ServerOptions.DEFAULT))
        .with("REPRISE_LEASE", "PT3S")
        .with("REPRISE_SHUTDOWN_GRACE", "PT3S")
        .with("REPRISE_DISPATCH_AS_JOBS", "always")
        .with("REPRISE_DISPATCH_MAX_RUNNING", "20");
  }
}
