package dev.reprise.crash.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.TestSchedule;
import dev.reprise.crash.fixture.TestSchedule.Fired;
import dev.reprise.server.ServerOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server that was down for thirty due times follows each policy for them, without a burst. */
class MissedTimesIT {

  private static final Duration SPREAD = Duration.ofSeconds(20);
  private static final int AWAY = 30;

  @Test
  void followsEachPolicy() throws InterruptedException {
    ServerOptions options =
        ServerOptions.DEFAULT
            .with("REPRISE_AGENTS_DIR", Site.agents("clock").toString())
            .with("REPRISE_SCHEDULES_INTERVAL", "PT0.2S")
            .with("REPRISE_SCHEDULES_TOLERANCE", "PT2S");
    try (var site = Site.named("missed-times", options)) {
      site.server().start();
      TestSchedule skip = make(site, "skip");
      TestSchedule once = make(site, "once");
      TestSchedule all = make(site, "all");
      List<TestSchedule> clocks = List.of(skip, once, all);
      clocks.forEach(clock -> await().until(() -> clock.firings().stream().anyMatch(Fired::ran)));

      site.server().kill();
      Thread.sleep(Duration.ofSeconds(AWAY)); // due times pass
      site.server().start();
      await().until(() -> all.firings().stream().anyMatch(it -> it.source().equals("CATCH_UP")));
      await()
          .atMost(Duration.ofMinutes(3))
          .until(() -> caughtUp(all).stream().noneMatch(Fired::isOpen));
      clocks.forEach(TestSchedule::bringToRest);

      assertThat(passedOver(skip, "MISSED")).isGreaterThanOrEqualTo(AWAY - 2);
      assertThat(caughtUp(skip)).isEmpty();
      assertThat(passedOver(once, "COLLAPSED")).isGreaterThanOrEqualTo(AWAY - 3);
      assertThat(caughtUp(once)).hasSizeLessThanOrEqualTo(1);
      assertThat(passedOver(all, "PAST_GRACE")).isZero();
      assertThat(caughtUp(all))
          .hasSizeGreaterThanOrEqualTo(AWAY - 2)
          .allMatch(it -> it.status().equals("COMPLETED"));
      assertThatNothingBursts(caughtUp(all));
      clocks.forEach(clock -> clock.assertFiredOnceEach(Duration.ofSeconds(1)));
    }
  }

  private static TestSchedule make(Site site, String missed) {
    var policies =
        TestSchedule.policies("PT0S", "queue", missed)
            .put("spread", SPREAD.toString())
            .put("grace", "PT1H");
    return TestSchedule.make(site, "clock-" + missed, "* * * * * *", policies);
  }

  private static List<Fired> caughtUp(TestSchedule clock) {
    return clock.firings().stream()
        .filter(it -> it.source().equals("CATCH_UP"))
        .sorted(Comparator.comparing(Fired::started))
        .toList();
  }

  private static int passedOver(TestSchedule clock, String reason) {
    return clock.firings().stream()
        .filter(it -> it.reason().equals(reason))
        .mapToInt(Fired::dues)
        .sum();
  }

  /** Checks that the runs start in a row, over nearly the whole time that they are spread over. */
  private static void assertThatNothingBursts(List<Fired> caughtUp) {
    Instant first = caughtUp.getFirst().started();
    Instant last = caughtUp.getLast().started();
    assertThat(Duration.between(first, last)).isGreaterThan(SPREAD.multipliedBy(3).dividedBy(4));
    for (int i = 1; i < caughtUp.size(); i++) {
      assertThat(caughtUp.get(i).started()).isAfterOrEqualTo(caughtUp.get(i - 1).ended());
    }
  }
}
