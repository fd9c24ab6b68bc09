package dev.reprise.crash.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.RecordedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A denial pauses the run, if the policy says so; whatever happens then, the run goes on later. */
class DenialPauseIT {

  @Test
  void keepsTheRunUntilAPersonResumesIt(@TempDir Path directory) throws IOException {
    Path policy = Files.writeString(directory.resolve("tools.yaml"), "- {onDenied: pause}\n");
    try (Site site =
        Site.named("denied", Site.FILES.with("REPRISE_TOOLS_POLICY_FILE", policy.toString()))) {
      site.server().start();
      UUID id = site.submit("three-approvals", "lines");
      site.awaitRecord(id, run -> run.has("run.waiting"));
      assertThat(site.runs().http().get("api/v1/runs/" + id + "/tool-calls").findValues("approval"))
          .hasSize(3)
          .allMatch(approval -> approval.path("ifDenied").asText().contains("the run pauses"));

      site.runs().say(id, "two:deny", body().put("reason", "not that"));

      RecordedRun denied = site.awaitStatus(id, "PAUSED");
      assertThat(denied.events().getLast().type()).isEqualTo("run.paused");
      assertThat(denied.events().getLast().data().path("reason").asText()).isEqualTo("not that");
      assertThat(denied.has("tool-call.started")).isFalse();

      site.server().kill();
      site.server().start();
      site.runs().say(id, "one:approve", body());
      site.runs().say(id, "three:deny", body());
      site.awaitRecord(id, run -> run.count("tool-call.decided") == 3);
      assertThat(site.runs().status(id)).isEqualTo("PAUSED");

      site.runs().resume(id, "go on");
      site.awaitStatus(id, "COMPLETED").assertSound().assertContinues(denied);
      assertThat(site.effects("lines")).containsExactly("one");
    }
  }

  private static ObjectNode body() {
    return JsonNodeFactory.instance.objectNode();
  }
}
