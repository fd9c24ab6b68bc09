package dev.reprise.crash.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.crash.fixture.Site;
import dev.reprise.server.RecordedRun;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * If a model goes round in circles, the server first warns it and then blocks its calls. In the end
 * its run waits for a person's decision, no matter what happens to the server meanwhile.
 */
class LoopIT {

  @Test
  void isHintedBlockedAndSteeredAcrossKills() {
    try (var site = Site.named("loop")) {
      site.server().start();
      UUID steered = site.submit("looping", "steered");
      UUID resumed = site.submit("looping", "resumed");
      RecordedRun hinted = site.awaitRecord(steered, run -> run.count("model.replied") == 5);
      assertThat(hinted.count("loop.suspected")).isEqualTo(1);
      site.server().kill();
      site.server().start();

      RecordedRun waiting = site.awaitStatus(steered, "WAITING").assertContinues(hinted);
      site.awaitStatus(resumed, "WAITING");
      assertThat(site.runs().waitingFor(steered)).isEqualTo("loop");
      assertThat(site.awaitJob(steered, "STOPPED").newestExecution().exitStatus())
          .isEqualTo("WAITING");
      assertThat(site.runs().find(steered).holder()).isEmpty();
      assertWasHinderedStepByStep(waiting);
      site.server().kill();
      site.server().start();

      assertThat(site.runs().status(steered)).isEqualTo("WAITING");
      site.runs().steer(steered, "There are no such files: go on without.");
      site.runs().resume(resumed, "let it try");

      RecordedRun gone = site.awaitStatus(steered, "COMPLETED").assertSound();
      assertThat(gone.assertContinues(waiting).count("run.waiting")).isEqualTo(1);
      assertThat(gone.count("message.posted")).isEqualTo(1);
      assertThat(gone.count("loop.suspected")).isEqualTo(3);
      assertThat(site.effects("steered")).containsExactly("went on");
      site.awaitStatus(resumed, "COMPLETED").assertSound();
      assertThat(site.effects("resumed")).containsExactly("went on");
    }
  }

  private static void assertWasHinderedStepByStep(RecordedRun run) {
    assertThat(run.all("loop.suspected"))
        .extracting(
            it -> it.data().path("measure").asText(),
            it -> it.data().path("iteration").asInt(),
            it -> it.data().path("streak").asInt())
        .containsExactly(tuple("HINTED", 4, 3), tuple("BLOCKED", 6, 5), tuple("ASKED", 8, 7));
    assertThat(run.count("tool-call.started")).isEqualTo(6);
    assertThat(run.all("tool-call.failed"))
        .extracting(it -> it.data().path("failure").path("code").asText())
        .containsExactly("repeated_call", "repeated_call");
    assertThat(run.last().data().path("waitingFor").asText()).isEqualTo("loop");
    assertThat(run.last().data().path("reason").asText())
        .contains("phase 'only'", "since iteration 1", "a person must steer");
  }
}
