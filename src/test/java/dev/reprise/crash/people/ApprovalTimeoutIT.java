package dev.reprise.crash.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.RecordedRun;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * An approval that does not come in time is none, also if its server is dead when the time passes.
 */
class ApprovalTimeoutIT {

  @Test
  void pausesTheRunWhichAsksAgainOnceItIsResumed() {
    try (Site site = Site.named("late", Site.FILES.with("REPRISE_APPROVALS_TIMEOUT", "PT20S"))) {
      site.server().start();
      UUID id = site.submit("asks", "lines");
      RecordedRun waiting = site.awaitRecord(id, run -> run.has("run.waiting"));

      site.server().kill();
      site.server().start();

      RecordedRun paused = site.awaitStatus(id, "PAUSED").assertContinues(waiting);
      assertThat(paused.last().data().path("by").asText()).isEqualTo("approval timeout");
      assertThat(paused.last().data().path("reason").asText()).contains("line", "asks again");
      assertThat(site.runs().trySay(id, "line:approve", body()).statusCode()).isEqualTo(409);
      assertThat(site.effects("lines")).isEmpty();
      JsonNode inbox = site.runs().http().get("api/v1/approvals?waitingFor=approval");
      assertThat(inbox.path("items").findValuesAsText("run")).containsExactly(id.toString());
      assertThat(inbox.path("items").path(0).path("status").asText()).isEqualTo("PAUSED");

      site.runs().resume(id, "I am back");
      awaitWaiting(site, id, 2);
      assertThat(site.runs().read(id).count("tool-call.asked"))
          .as("two approvals again")
          .isEqualTo(5);
      // one after the other, whatever the run is doing
      site.runs().say(id, "line:approve", body());
      site.runs().say(id, "no:deny", body());
      site.runs().say(id, "colour:answer", body().put("answer", "red"));

      site.awaitStatus(id, "COMPLETED").assertSound();
      assertThat(site.effects("lines")).containsExactly("line");
      assertThat(site.file("refused.txt")).doesNotExist();
    }
  }

  private static void awaitWaiting(Site site, UUID id, int times) {
    site.awaitRecord(id, run -> run.count("run.waiting") == times);
  }

  private static ObjectNode body() {
    return JsonNodeFactory.instance.objectNode();
  }
}
