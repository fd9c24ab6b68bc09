package dev.reprise.crash.kill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.bean.RateLimitedTool;
import dev.reprise.server.RecordedRun;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * A wait outlives its server, whether the agent asked for it or a model or tool is to be retried.
 * The run continues as soon as its time has come and a server is up.
 */
class WaitIT {

  @Test
  void continuesAfterAKillThatOutlastedTheWait() {
    try (var site = Site.named("wait")) {
      site.server().start();
      UUID id = site.submit("wait", "waited");
      RecordedRun waiting = site.awaitRecord(id, run -> run.has("run.waiting"));
      Instant until = Instant.parse(waiting.first("run.waiting").data().path("until").asText());
      var job = site.awaitJob(id, "STOPPED");
      assertThat(job.newestExecution().exitStatus()).isEqualTo("WAITING");
      assertThat(site.runs().find(id).holder()).isEmpty();
      UUID tried = site.submit("limited", site.file("tried").toString());
      RecordedRun trying = site.awaitRecord(tried, run -> run.has("run.waiting"));
      UUID limited = site.submit("overloaded", "limited");
      RecordedRun retrying = site.awaitRecord(limited, run -> run.has("run.waiting"));
      UUID beside = site.submit("boundary", "beside");
      site.awaitRecord(beside, run -> run.has("run.waiting"));

      site.server().kill();
      site.server().start();

      UUID later = site.submit("boundary", "later");
      RecordedRun run = site.awaitStatus(id, "COMPLETED").assertSound().assertContinues(waiting);
      assertThat(run.count("tool-call.deferred")).isEqualTo(1);
      assertThat(run.events().stream().filter(it -> it.type().equals("run.waiting")))
          .extracting(it -> it.data().path("waitingFor").asText())
          .containsOnlyOnce("timer");
      assertThat(run.first("phase.completed").at()).isAfterOrEqualTo(until);
      assertThat(site.effects("waited")).containsExactly("before", "after");

      assertWasAskedAgain(
          site.awaitStatus(limited, "COMPLETED").assertSound().assertContinues(retrying));
      assertThat(site.effects("limited")).containsExactly("before", "after");
      assertWasMadeAgain(
          site.awaitStatus(tried, "COMPLETED").assertSound().assertContinues(trying));
      assertThat(site.effects("tried"))
          .as("keys of the calls")
          .hasSize(2)
          .allMatch(key -> key.equals(site.effects("tried").getFirst()));
      for (UUID other : List.of(beside, later)) {
        assertWasHeld(site.awaitStatus(other, "COMPLETED").assertSound());
      }
    }
  }

  /**
   * The model is retried once after the kill and twice within a second. Those two waits were too
   * short to release the run.
   */
  private static void assertWasAskedAgain(RecordedRun run) {
    assertThat(run.first("run.waiting").data().path("waitingFor").asText()).isEqualTo("retry");
    assertThat(run.count("run.waiting")).isEqualTo(1);
    assertThat(run.count("model.retrying")).isEqualTo(3);
    JsonNode first = run.first("model.retrying").data();
    assertThat(first.path("attempt").asInt()).isEqualTo(1);
    assertThat(first.path("failure").path("code").asText()).isEqualTo("rate_limited");
    Instant next = Instant.parse(first.path("next").asText());
    assertThat(run.count("model.replied")).isEqualTo(3);
    assertThat(
            run.events().stream()
                .filter(it -> it.type().equals("model.replied"))
                .skip(1)
                .findFirst()
                .orElseThrow()
                .at())
        .isAfterOrEqualTo(next);
  }

  /** Checks that the tool was retried at the time that it set. */
  private static void assertWasMadeAgain(RecordedRun run) {
    assertThat(run.first("run.waiting").data().path("waitingFor").asText()).isEqualTo("retry");
    assertThat(run.count("tool-call.started")).isEqualTo(2);
    assertThat(run.count("tool-call.retrying")).isEqualTo(1);
    JsonNode retrying = run.first("tool-call.retrying").data();
    assertThat(retrying.path("attempt").asInt()).isEqualTo(1);
    assertThat(retrying.path("failure").path("code").asText()).isEqualTo("rate_limited");
    Instant next = Instant.parse(retrying.path("next").asText());
    assertThat(next)
        .isAfterOrEqualTo(run.first("tool-call.started").at().plus(RateLimitedTool.PAUSE));
    assertThat(run.first("tool-call.completed").at()).isAfterOrEqualTo(next);
  }

  /**
   * One run was told to wait. Other runs with the same quota do not call the model, neither before
   * the kill nor after it.
   */
  private static void assertWasHeld(RecordedRun run) {
    JsonNode first = run.first("model.retrying").data();
    assertThat(first.path("attempt").asInt()).as("attempts made").isZero();
    assertThat(first.path("failure").path("code").asText()).isEqualTo("rate_limited");
    assertThat(first.path("failure").path("message").asText())
        .contains("quota of model default of scripted is paused until");
    assertThat(run.first("model.replied").at())
        .isAfterOrEqualTo(Instant.parse(first.path("next").asText()));
  }
}
