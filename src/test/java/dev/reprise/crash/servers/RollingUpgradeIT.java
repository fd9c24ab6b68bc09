package dev.reprise.crash.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.crash.fixture.Invariants;
import dev.reprise.crash.fixture.ServerLog;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.Workload;
import dev.reprise.crash.fixture.ledger.LedgerProcess;
import dev.reprise.server.Build;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two servers on one database are replaced by a newer version, one after the other, and runs that
 * are under way or submitted meanwhile notice nothing. The older version is the checkout that the
 * system property {@code upgrade.from} names.
 */
@Tag("postgresql")
class RollingUpgradeIT {

  private static final int SOME_CALLS = 20;

  @Test
  void allRunsCompleteWhileOneServerAfterTheOtherIsReplaced() throws InterruptedException {
    Optional<Build> older = Build.fromSystemProperty("upgrade.from");
    assumeTrue(older.isPresent(), "-Dupgrade.from names no checkout of an older version");
    try (var ledger = LedgerProcess.start(Duration.ofMillis(20));
        var postgres = PostgresProcess.start("upgrade");
        Site old1 = Site.named("old-1", older.get(), options(older.get(), ledger, postgres, 1));
        Site old2 = old1.beside("old-2", older.get(), options(older.get(), ledger, postgres, 2));
        Site new1 = old1.beside("new-1", options(older.get(), ledger, postgres, 1));
        Site new2 = old1.beside("new-2", options(older.get(), ledger, postgres, 2))) {
      List<Site> all = List.of(old1, old2, new1, new2);
      List<Workload> work = new ArrayList<>();
      old1.server().start();
      old2.server().start();
      submit(work, ledger, List.of(old1, old2), all).awaitProgress(old2, SOME_CALLS);

      old1.server().stop();
      submit(work, ledger, List.of(old2), all);
      new1.server().start(); // it migrates the schema while the older server is at work
      submit(work, ledger, List.of(new1, old2), all).awaitProgress(new1, SOME_CALLS);

      old2.server().stop();
      submit(work, ledger, List.of(new1), all);
      new2.server().start();
      submit(work, ledger, List.of(new1, new2), all);

      for (Workload each : work) {
        each.awaitUnharmedEnd(new2, Invariants.AFTER_CRASHES);
      }
      assertThat(work.getFirst())
          .as("the first stop was at work")
          .matches(it -> handedOver(it, new2));
      assertThat(work.get(2)).as("the second stop was at work").matches(it -> handedOver(it, new2));
      assertThat(work)
          .flatExtracting(Workload::runs)
          .allSatisfy(
              run -> {
                RecordedRun recorded = new2.runs().read(run);
                assertThat(recorded.has("run.waiting")).as(recorded.toString()).isFalse();
              });
      assertThat(all)
          .allSatisfy(it -> assertThat(new ServerLog(it.server().log()).errors()).isEmpty());
    }
  }

  /** The agents' documents stay those of the older version, as an operator's do. */
  private static ServerOptions options(
      Build older, LedgerProcess ledger, PostgresProcess postgres, int number) {
    return ledger
        .serve(postgres.serve(ServerOptions.DEFAULT))
        .with("REPRISE_AGENTS_DIR", older.testClasses().resolve("crash/ledger").toString())
        .with("REPRISE_SERVER_NAME", "server-" + number)
        .with("REPRISE_DISPATCH_MAX_RUNNING", "20");
  }

  private static Workload submit(
      List<Workload> work, LedgerProcess ledger, List<Site> submitters, List<Site> all) {
    work.add(Workload.submit(ledger, submitters, all));
    return work.getLast();
  }

  private static boolean handedOver(Workload work, Site site) {
    return work.runs().stream().anyMatch(run -> site.runs().read(run).has("run.handed-over"));
  }
}
