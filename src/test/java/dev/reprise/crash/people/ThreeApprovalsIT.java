package dev.reprise.crash.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
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
        site.awaitRecord(restarted, run -> run.has("tool-call.completed", "only", call));
        site.server().kill(); // not during the call, whose outcome people would have to say
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
      approve(site, run, "three");
      waits.add(
          fromDecisionToCall(site.awaitRecord(run, it -> it.count("tool-call.started") == 3)));
    }

    List<Duration> sorted = waits.stream().sorted().toList();
    System.out.printf(
        "from the last of three approvals to the call, %d runs: median %d ms, p99 %d ms%n",
        RUNS, sorted.get(RUNS / 2).toMillis(), sorted.getLast().toMillis());
    assertThat(sorted.getLast()).isLessThan(Duration.ofSeconds(20));
  }

  /** By the times in the record, because the client looks only now and then. */
  private static Duration fromDecisionToCall(RecordedRun run) {
    return Duration.between(newest(run, "tool-call.decided"), newest(run, "tool-call.started"));
  }

  private static Instant newest(RecordedRun run, String type) {
    return run.all(type).map(RecordedEvent::at).max(Comparator.naturalOrder()).orElseThrow();
  }

  private static void approve(Site site, UUID run, String call) {
    site.runs().say(run, call + ":approve", body());
  }

  private static ObjectNode body() {
    return JsonNodeFactory.instance.objectNode();
  }
}
