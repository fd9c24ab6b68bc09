package dev.reprise.crash.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.crash.fixture.HostileRequest;
import dev.reprise.crash.fixture.NoisyTenant;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.JsonClient;
import dev.reprise.server.Runs;
import dev.reprise.server.ServerOptions;
import dev.reprise.server.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * One tenant does its worst with each operation of the API, on a server of the shipped size; the
 * work of another takes at most twice its time, and the server lives.
 */
class NoisyTenantIT {

  private static final int ROUNDS = 10;
  private static final String CALM = "ana@calm";
  private static final String NOISY = "eve@noisy";

  /** What one run of the calm tenant took: each part has a reply of half a second. */
  private record Round(Duration submission, Duration toolCall, Duration decision) {}

  @Test
  void theWorkOfAnotherTenantTakesAtMostTwiceItsTime() throws Exception {
    try (var site = Site.named("noisy-tenant", options());
        var noisy = new NoisyTenant(site.server(), NOISY)) {
      site.server().start();
      List<HostileRequest> requests = noisy.prepare();
      var calm = new Runs(JsonClient.inPlainHttp(site.server(), CALM));
      rounds(calm, ROUNDS / 2); // warms up
      List<Round> alone = rounds(calm, ROUNDS);

      Future<?> noise = noisy.begin(requests);
      List<Round> beside = new ArrayList<>();
      while (!noise.isDone()) {
        beside.add(round(calm));
      }
      noise.get();

      System.out.printf(
          "beside a noisy tenant: alone %s, beside %d operations (%s) %s in %d rounds%n",
          medians(alone), requests.size(), noisy.answers(), medians(beside), beside.size());
      assertThat(site.server().isAlive()).as(site.server()::lastLines).isTrue();
      assertAtMostTwice(alone, beside, Round::submission);
      assertAtMostTwice(alone, beside, Round::toolCall);
      assertAtMostTwice(alone, beside, Round::decision);
    }
  }

  private static ServerOptions options() {
    return ServerOptions.DEFAULT
        .with("REPRISE_AGENTS_DIR", Site.agents("beside").toString())
        .with("REPRISE_TENANT_PATTERN", "[^@]+@(.+)")
        .with("REPRISE_WORKSPACES_EFFECTS_TENANTS", "*")
        .with("REPRISE_DISPATCH_AS_JOBS", "never")
        .withUser(CALM, "operators", "approvers")
        .withUser(NOISY, "admins", "operators", "approvers");
  }

  private static List<Round> rounds(Runs calm, int count) {
    List<Round> rounds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rounds.add(round(calm));
    }
    return rounds;
  }

  private static Round round(Runs calm) {
    var submitted = Stopwatch.start();
    UUID run = calm.submit("clerk", "effects", JsonNodeFactory.instance.objectNode());
    await().atMost(Duration.ofMinutes(1)).until(() -> calm.read(run).has("tool-call.started"));
    Duration submission = submitted.elapsed();

    var called = Stopwatch.start();
    await().atMost(Duration.ofMinutes(1)).until(() -> calm.status(run).equals("WAITING"));
    Duration toolCall = called.elapsed();

    var decided = Stopwatch.start();
    calm.say(run, "line:approve", JsonNodeFactory.instance.objectNode());
    await().atMost(Duration.ofMinutes(1)).until(() -> calm.status(run).equals("COMPLETED"));
    return new Round(submission, toolCall, decided.elapsed());
  }

  private static void assertAtMostTwice(
      List<Round> alone, List<Round> beside, Function<Round, Duration> part) {
    assertThat(median(beside, part)).isLessThanOrEqualTo(median(alone, part).multipliedBy(2));
  }

  private static Round medians(List<Round> rounds) {
    return new Round(
        median(rounds, Round::submission),
        median(rounds, Round::toolCall),
        median(rounds, Round::decision));
  }

  private static Duration median(List<Round> rounds, Function<Round, Duration> part) {
    return rounds.stream().map(part).sorted().toList().get(rounds.size() / 2);
  }
}
