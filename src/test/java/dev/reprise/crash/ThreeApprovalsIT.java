package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.server.RecordedRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Runs that wait for three approvals, and for how long after the last of them. */
class ThreeApprovalsIT {

  private static final int RUNS = 50;

  @Test
  void areGivenOverTwoRestartsAndTheRunsThenContinue() {
    try (Site site = Site.named("three-approvals", Site.FILES)) {
      site.server().start();
      UUID restarted = site.submit("three-approvals", "restarted");
      RecordedRun waiting = site.awaitRecord(restarted, run -> run.has("run.waiting"));
      for (String call : List.of("one", "two")) {
        approve(site, restarted, call);
        site.server().kill();
        site.server().start();
      }
      approve(site, restarted, "three");
      RecordedRun run = site.awaitStatus(restarted, "COMPLETED");

      run.assertSound().assertContinues(waiting);
      assertThat(site.effects("restarted")).containsExactlyInAnyOrder("one", "two", "three");
      assertThat(run.count("tool-call.decided")).isEqualTo(3);
      measure(site);
    }
  }

  /** The figures are printed; the limit is for a busy machine. */
  private static void measure(Site site) {
    List<UUID> runs = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      runs.add(site.submit("three-approvals", "measured-" + i));
    }
    for (UUID run : runs) {
      site.awaitRecord(run, it -> it.has("run.waiting"));
      approve(site, run, "one");
      approve(site, run, "two");
    }
    List<Duration> waits = new ArrayList<>();
    for (UUID run : runs) {
      site.awaitRecord(run, it -> it.count("tool-call.completed") == 2);
      long decided = System.nanoTime();
      approve(site, run, "three");
      site.awaitRecord(run, it -> it.count("tool-call.started") == 3);
      waits.add(Duration.ofNanos(System.nanoTime() - decided));
    }

    List<Duration> sorted = waits.stream().sorted().toList();
    System.out.printf(
        "from the last of three approvals to the call, %d runs: median %d ms, longest %d ms%n",
        RUNS, sorted.get(RUNS / 2).toMillis(), sorted.getLast().toMillis());
    assertThat(sorted.getLast()).isLessThan(Duration.ofSeconds(20));
  }

  private static void approve(Site site, UUID run, String call) {
    site.runs().say(run, call + ":approve", body());
  }

  private static ObjectNode body() {
    return JsonNodeFactory.instance.objectNode();
  }
}
