package dev.reprise.crash.kill;

import dev.reprise.crash.fixture.Invariants;
import dev.reprise.crash.fixture.RandomChoices;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.Workload;
import dev.reprise.crash.fixture.ledger.LedgerProcess;
import dev.reprise.server.ServerOptions;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that is killed at random moments, again and again, ends all its runs unharmed. */
class RandomKillIT {

  private static final LedgerProcess LEDGER = LedgerProcess.start(Duration.ofMillis(20));
  private static final Site SITE =
      Site.named(
          "random-kill",
          LEDGER.serve(ServerOptions.DEFAULT).with("REPRISE_DISPATCH_MAX_RUNNING", "20"));

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void close() {
    SITE.close();
    LEDGER.close();
  }

  @ParameterizedTest
  @MethodSource("dev.reprise.crash.fixture.RandomChoices#rounds")
  void completesAllRunsThoughItIsKilledRepeatedly(RandomChoices choices)
      throws InterruptedException {
    var work = Workload.submit(LEDGER, SITE);

    int kills = 0;
    while (work.awaitProgress(SITE, choices.between(20, 120))) {
      SITE.server().kill();
      SITE.server().start();
      kills++;
    }
    System.out.println(choices + ": " + kills + " kills");

    work.awaitUnharmedEnd(SITE, Invariants.AFTER_CRASHES);
    SITE.jobs().awaitNoneOpen(work.runs());
  }
}
