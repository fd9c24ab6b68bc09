package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.server.RecordedRun;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A wait outlives its server: the run goes on as soon as there is one after its time has come. */
class WaitIT {

  @Test
  void goesOnAfterAKillThatOutlastedTheWait() {
    try (var site = Site.named("wait")) {
      site.server().start();
      UUID id = site.submit("wait", "waited");
      RecordedRun waiting = site.awaitRecord(id, run -> run.has("run.waiting"));
      Instant until = Instant.parse(waiting.first("run.waiting").data().path("until").asText());
      var job = site.awaitJob(id, "STOPPED");
      assertThat(job.newestExecution().exitStatus()).isEqualTo("WAITING");
      assertThat(site.runs().find(id).holder()).isEmpty();

      site.server().kill();
      site.server().start();

      RecordedRun run = site.awaitStatus(id, "COMPLETED").assertSound().assertContinues(waiting);
      assertThat(run.count("tool-call.deferred")).isEqualTo(1);
      assertThat(run.count("run.waiting")).isEqualTo(1);
      assertThat(run.first("phase.completed").at()).isAfterOrEqualTo(until);
      assertThat(site.effects("waited")).containsExactly("before", "after");
    }
  }
}
