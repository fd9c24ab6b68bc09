package dev.reprise.crash.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.RecordedRun;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** People are reminded of a call once and of its urgency once, whenever the server is killed. */
class ReminderIT {

  @Test
  void comesOnceForEachCallThoughTheServerIsKilled() {
    var options =
        Site.FILES
            .with("REPRISE_APPROVALS_REMIND_AFTER", "PT1S")
            .with("REPRISE_APPROVALS_ESCALATE_AFTER", "PT20S");
    try (Site site = Site.named("reminders", options)) {
      site.server().start();
      UUID id = site.submit("asks", "lines");
      site.awaitRecord(id, run -> run.count("tool-call.reminded") == 3);

      site.server().kill();
      site.server().start();
      RecordedRun waiting = site.awaitRecord(id, run -> run.count("tool-call.reminded") == 6);

      assertThat(waiting.all("tool-call.reminded"))
          .extracting(event -> event.data().path("kind").asText())
          .containsExactly(
              "REMINDER", "REMINDER", "REMINDER", "ESCALATION", "ESCALATION", "ESCALATION");
      site.runs().say(id, "line:approve", JsonNodeFactory.instance.objectNode());
      site.awaitRecord(id, run -> run.has("tool-call.completed"))
          .assertSound()
          .assertContinues(waiting);
    }
  }
}
