package dev.reprise.crash.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.crash.fixture.Site;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two servers share one PostgreSQL. One dies, and the other carries on its runs. */
@Tag("postgresql")
class TakeOverIT {

  @Test
  void continuesTheRunsOfADeadServer() {
    try (var postgres = PostgresProcess.start("take-over");
        Site one = Site.named("one", options(postgres));
        Site two = one.beside("two", options(postgres))) {
      one.server().start();
      two.server().start();
      UUID run = one.submit("steps", "effects");
      RecordedRun before =
          one.awaitRecord(
              run,
              recorded ->
                  recorded.has("tool-call.completed", "second", "b")
                      && recorded.has("tool-call.completed", "second", "c"));
      boolean isHeldByOne = one.holds(one.runs().find(run));
      Site dead = isHeldByOne ? one : two;
      Site alive = isHeldByOne ? two : one;

      dead.server().kill();
      Instant killed = Instant.now();

      RecordedRun after = alive.awaitStatus(run, "COMPLETED");
      after.assertSound().assertContinues(before);
      assertThat(after.count("run.admitted")).isEqualTo(2);
      assertThat(alive.effects("effects"))
          .containsExactlyInAnyOrder(
              "first a", "second a", "second b", "second c", "second d", "third a");
      System.out.println(
          "take-over with a lease of 3 s: "
              + Duration.between(killed, after.all("run.admitted").toList().getLast().at()));
    }
  }

  private static ServerOptions options(PostgresProcess postgres) {
    return postgres.serve(Site.FILES).with("REPRISE_LEASE", "PT3S");
  }
}
