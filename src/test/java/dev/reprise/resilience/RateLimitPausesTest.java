package dev.reprise.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Pauses that all callers of a quota share. */
class RateLimitPausesTest {

  private static final Quota ONE = new Quota("openai", "gpt", "default");
  private static final Quota OTHER = new Quota("openai", "gpt", "other");

  private final ManualTime time = new ManualTime();
  private final List<Instant> told = new ArrayList<>();
  private final RateLimitPauses quotas =
      new RateLimitPauses(time, (quota, until) -> told.add(until));

  @Test
  void pausesOneQuotaForAllCallers() {
    quotas.pause(ONE, Duration.ofSeconds(20));

    assertThat(quotas.pauseOf(ONE)).contains(Duration.ofSeconds(20));
    assertThat(quotas.pauseOf(OTHER)).isEmpty();
    time.pass(Duration.ofSeconds(5));
    assertThat(quotas.pauseOf(ONE)).contains(Duration.ofSeconds(15));
    time.pass(Duration.ofSeconds(15));
    assertThat(quotas.pauseOf(ONE)).isEmpty();
    assertThat(quotas.paused()).isEmpty();
  }

  @Test
  void neverShortensAPauseAndReportsLongerOnes() {
    quotas.pause(ONE, Duration.ofSeconds(20));
    quotas.pause(ONE, Duration.ofSeconds(5));
    quotas.pause(ONE, Duration.ofSeconds(20));
    assertThat(quotas.pauseOf(ONE)).contains(Duration.ofSeconds(20));
    assertThat(told).hasSize(1);

    quotas.pause(ONE, Duration.ofSeconds(30));
    assertThat(told).hasSize(2);
    assertThat(quotas.paused()).containsOnlyKeys(ONE);
  }

  @Test
  void restoresAPauseAndEndsOne() {
    quotas.restore(ONE, time.instant().plusSeconds(9));
    assertThat(quotas.pauseOf(ONE)).contains(Duration.ofSeconds(9));
    assertThat(told).isEmpty();

    quotas.resume(ONE);
    assertThat(quotas.pauseOf(ONE)).isEmpty();
  }

  @Property
  void isPausedAsLongAsTheLongest(
      @ForAll @Size(min = 1, max = 20) List<@IntRange(max = 1000) Integer> seconds) {
    var fresh = new RateLimitPauses(time, (quota, until) -> {});
    seconds.forEach(wait -> fresh.pause(ONE, Duration.ofSeconds(wait)));

    int longest = seconds.stream().mapToInt(it -> it).max().orElseThrow();
    assertThat(fresh.pauseOf(ONE).orElse(Duration.ZERO)).isEqualTo(Duration.ofSeconds(longest));
  }
}
