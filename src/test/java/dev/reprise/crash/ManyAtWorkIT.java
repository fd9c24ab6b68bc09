package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A run that waits for its model holds no connection: more can work than the pool has. */
class ManyAtWorkIT {

  private static final int CONNECTIONS = 50; // the server's default, which its configuration keeps
  private static final int RUNS = CONNECTIONS + 8;

  @Test
  void holdNoConnectionWhileTheirModelsThink() {
    var options = Site.FILES.with("REPRISE_DISPATCH_MAX_RUNNING", Integer.toString(RUNS));
    try (var site = Site.named("many-at-work", options)) {
      site.server().start();
      List<UUID> runs =
          IntStream.range(0, RUNS).mapToObj(i -> site.submit("thinker", "lines")).toList();

      site.awaitEffects("lines", RUNS);

      assertThat(runs).allSatisfy(run -> assertThat(site.runs().status(run)).isEqualTo("RUNNING"));
    }
  }
}
