package dev.reprise.crash.kill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.crash.fixture.EventStore;
import dev.reprise.crash.fixture.Site;
import dev.reprise.platform.Json;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A run that is not durable is carried out like any other, and reports it if it is lost. */
@Tag("postgresql")
class NotDurableIT {

  @Test
  void isLostWithItsServerAndStoresNoEvents() {
    try (var postgres = PostgresProcess.start("not-durable");
        Site site =
            Site.named(
                "not-durable",
                postgres.serve(Site.FILES.with("REPRISE_RUNS_NOT_DURABLE", "accept")))) {
      site.server().start();
      var events = new EventStore(postgres.database());

      UUID done = submit(site, "boundary", "done");
      RecordedRun whole = site.awaitStatus(done, "COMPLETED").assertSound();

      assertThat(whole.count("run.completed")).isEqualTo(1);
      assertThat(events.events(done)).isZero();
      assertThat(durability(site, done)).isEqualTo("IN_MEMORY");
      assertThat(site.effects("done")).containsExactly("first a", "second a", "third a");
      var export = site.runs().http().ask("api/v1/runs/" + done + "/export");
      assertThat(export.statusCode()).isEqualTo(409);
      assertThat(code(export.body())).isEqualTo("run-not-durable");

      UUID durable = site.submit("steps", "durable");
      UUID lost = submit(site, "steps", "lost");
      RecordedRun before =
          site.awaitRecord(durable, run -> run.has("tool-call.completed", "second", "a"));
      site.awaitRecord(lost, run -> run.has("tool-call.completed", "second", "a"));
      site.server().kill();
      assertThat(events.events(lost)).isZero();

      site.server().start();

      RecordedRun left = site.awaitStatus(lost, "FAILED");
      assertThat(left.events()).hasSize(1);
      assertThat(left.last().data().path("failure").path("code").asText()).isEqualTo("record_lost");
      var retry =
          site.runs()
              .http()
              .tryTo(
                  "POST", "api/v1/runs/" + lost + ":retry", JsonNodeFactory.instance.objectNode());
      assertThat(code(retry.body())).isEqualTo("run-not-durable");
      assertThat(site.runs().http().get("api/v1/runs/" + done).has("progress"))
          .as("what became of it is known, and nothing else")
          .isFalse();
      assertThat(site.runs().status(done)).isEqualTo("COMPLETED");
      site.awaitStatus(durable, "COMPLETED").assertSound().assertContinues(before);
      assertThat(durability(site, durable)).isEqualTo("DURABLE");
    }
  }

  private static UUID submit(Site site, String agent, String effects) {
    return site.runs()
        .submitNotDurable(
            agent, "effects", JsonNodeFactory.instance.objectNode().put("effects", effects));
  }

  private static String durability(Site site, UUID run) {
    return site.runs()
        .http()
        .get("api/v1/runs/" + run)
        .path("progress")
        .path("durability")
        .asText();
  }

  private static String code(String problem) {
    return Json.read(problem).path("code").asText();
  }
}
