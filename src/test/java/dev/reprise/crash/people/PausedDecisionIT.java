package dev.reprise.crash.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.platform.Json;
import dev.reprise.server.RecordedRun;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A paused run takes decisions in time, and acts on them once it is resumed, however late. */
class PausedDecisionIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  @Test
  void countsOnceTheRunIsResumedThoughTheTimeForItIsOverByThen() {
    try (Site site =
        Site.named("paused", Site.FILES.with("REPRISE_APPROVALS_TIMEOUT", TIMEOUT.toString()))) {
      site.server().start();
      UUID id = site.submit("three-approvals", "lines");
      RecordedRun waiting = site.awaitRecord(id, run -> run.has("run.waiting"));
      Instant until = // each question has a time of its own
          waiting
              .all("tool-call.asked")
              .map(asked -> Instant.parse(asked.data().path("until").asText()))
              .max(Comparator.naturalOrder())
              .orElseThrow();
      site.runs().http().change("POST", "api/v1/runs/" + id + ":pause", body());
      site.awaitStatus(id, "PAUSED");

      site.runs().say(id, "one:approve", body());
      site.runs().say(id, "two:deny", body().put("reason", "not that"));

      RecordedRun decided = site.awaitRecord(id, run -> run.count("tool-call.decided") == 2);
      assertThat(site.runs().status(id)).isEqualTo("PAUSED");
      assertThat(decided.has("tool-call.started")).isFalse();
      assertThat(code(site.runs().trySay(id, "two:approve", body()))).isEqualTo("call-decided");
      await().atMost(TIMEOUT.plusSeconds(30)).until(() -> Instant.now().isAfter(until));
      assertThat(code(site.runs().trySay(id, "three:approve", body()))).isEqualTo("call-not-open");

      site.runs().resume(id, "go on");
      RecordedRun again = site.awaitRecord(id, run -> run.count("run.waiting") == 2);
      assertThat(again.assertContinues(decided).count("tool-call.asked"))
          .as("only the third question had expired")
          .isEqualTo(4);
      site.runs().say(id, "three:deny", body());

      site.awaitStatus(id, "COMPLETED").assertSound();
      assertThat(site.effects("lines")).containsExactly("one");
    }
  }

  private static String code(HttpResponse<String> refusal) {
    assertThat(refusal.statusCode()).as(refusal.body()).isEqualTo(409);
    return Json.read(refusal.body()).path("code").asText();
  }

  private static ObjectNode body() {
    return JsonNodeFactory.instance.objectNode();
  }
}
