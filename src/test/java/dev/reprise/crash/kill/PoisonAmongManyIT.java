package dev.reprise.crash.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.crash.fixture.Site;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.Runs.Call;
import dev.reprise.server.Runs.Standing;
import dev.reprise.server.Stopwatch;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The server finds a run that ends servers among many that do not. Only that run is given up, after
 * it has ended three servers, and the others complete soon.
 */
class PoisonAmongManyIT {

  /** Each starts alone, and ends or is cleared after several seconds. */
  private static final int INNOCENTS = 10;

  /** Two ends with all active runs, and one with the poisonous run alone. */
  private static final int ENDS_UNTIL_IT_IS_FOUND_OUT = 3;

  @Test
  void givesUpOnlyTheRunThatKillsItsServers() {
    var options = Site.FILES.with("REPRISE_DISPATCH_MAX_RUNNING", "64");
    try (var site = Site.named("poison-among-many", options)) {
      site.server().start();
      List<UUID> innocents =
          IntStream.range(0, INNOCENTS).mapToObj(i -> site.submit("patient", "lines" + i)).toList();
      UUID poison = site.submit("poison", site.file("poison").toString());
      site.server().awaitEnd();

      var stopwatch = Stopwatch.start();
      int ends = 1;
      while (site.server().endsBefore(() -> areOver(site, innocents))) {
        ends++;
      }

      Duration recovery = stopwatch.elapsed();
      System.out.printf("%d servers ended; the others were done after %s%n", ends, recovery);
      assertThat(ends).isEqualTo(ENDS_UNTIL_IT_IS_FOUND_OUT);
      assertThat(site.effects("poison")).hasSize(ends);
      RecordedRun givenUp = site.awaitStatus(poison, "DEAD_LETTER").assertSound();
      assertThat(givenUp.last().data().path("failure").path("code").asText())
          .isEqualTo("attempts_exhausted");
      assertThat(innocents)
          .allSatisfy(run -> site.awaitStatus(run, "COMPLETED").assertSound())
          .anySatisfy(
              run -> assertThat(site.runs().read(run).count("run.admitted")).isGreaterThan(2));
      for (int i = 0; i < INNOCENTS; i++) {
        assertThat(site.effects("lines" + i)).containsExactly("a", "b", "c");
      }
    }
  }

  /** Acts as a person who judges the calls that an ended server left unknown. */
  private static boolean areOver(Site site, List<UUID> innocents) {
    var standings = site.runs().list();
    standings.forEach(
        (run, standing) -> {
          if (standing.status().equals("WAITING")) {
            judge(site, run, "lines" + innocents.indexOf(run));
          }
        });
    return standings.values().stream()
        .map(Standing::status)
        .allMatch(List.of("COMPLETED", "DEAD_LETTER")::contains);
  }

  private static void judge(Site site, UUID run, String effects) {
    for (Call call : site.runs().unknownCalls(run)) {
      if (site.effects(effects).contains(call.id())) {
        site.runs().tryToResolve(run, call.id(), "SUCCEEDED", "noted");
      } else {
        site.runs().tryToResolve(run, call.id(), "RETRY");
      }
    }
  }
}
