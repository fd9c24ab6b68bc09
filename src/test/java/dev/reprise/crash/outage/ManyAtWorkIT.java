package dev.reprise.crash.outage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.crash.fixture.Site;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.ServerOptions;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A run that waits for its model holds no connection, so more runs can work than the pool has
 * connections.
 */
@Tag("postgresql")
class ManyAtWorkIT {

  private static final int CONNECTIONS = 50; // the server's default, which stays as it is
  private static final int RUNS = CONNECTIONS + 8;
  private static final int LINES = 4; // of each run, which waits for its record before each

  @Test
  void holdNoConnectionWhileTheirModelsThink() {
    think("many-at-work", Site.FILES);
  }

  @Test
  void holdNoPostgresConnectionWhileTheirModelsThink() {
    try (var postgres = PostgresProcess.start("many-at-work")) {
      think("many-at-work-on-postgres", postgres.serve(Site.FILES));
    }
  }

  private static void think(String name, ServerOptions options) {
    var many = options.with("REPRISE_DISPATCH_MAX_RUNNING", Integer.toString(RUNS));
    try (var site = Site.named(name, many)) {
      site.server().start();
      List<UUID> runs =
          IntStream.range(0, RUNS).mapToObj(i -> site.submit("thinker", "lines")).toList();

      site.awaitEffects("lines", RUNS * LINES);

      assertThat(runs).allSatisfy(run -> assertThat(site.runs().status(run)).isEqualTo("RUNNING"));
    }
  }
}
