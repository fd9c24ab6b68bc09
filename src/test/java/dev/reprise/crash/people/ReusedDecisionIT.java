package dev.reprise.crash.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.SeenCalls;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.bean.ChangeableTool;
import dev.reprise.crash.fixture.ledger.LedgerProcess;
import dev.reprise.server.RecordedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A decision that was once true of a call is sent again where it is not. */
class ReusedDecisionIT {

  @Test
  void reachesNothingTwiceAndNothingInAFork() {
    try (LedgerProcess ledger = LedgerProcess.start(Duration.ZERO);
        Site site = Site.named("reused", ledger.serve(Site.FILES))) {
      site.server().start();
      SeenCalls person = SeenCalls.of(site);
      UUID run = site.submit("cashier");
      site.awaitRecord(run, it -> it.has("run.waiting"));
      ObjectNode seen = person.body(run, "pay");
      assertThat(person.say(run, "pay:approve", seen).statusCode()).isEqualTo(202);
      site.awaitStatus(run, "COMPLETED");

      assertThat(person.refused(run, "pay:approve", seen)).isEqualTo("call-decided");
      assertThat(person.refused(run, "pay:deny", seen)).isEqualTo("call-decided");
      assertThat(person.as("approver").refused(run, "pay:deny", seen)).isEqualTo("call-decided");

      UUID other = site.submit("cashier");
      RecordedRun waiting = site.awaitRecord(other, it -> it.has("run.waiting"));
      assertThat(person.refused(other, "pay:approve", seen)).isEqualTo("call-not-open");
      ObjectNode seenThere = person.body(other, "pay");
      site.runs().cancel(other);
      UUID fork = fork(site, other, waiting.first("model.replied").sequence());
      site.awaitRecord(fork, it -> it.has("run.waiting"));
      for (ObjectNode earlier : List.of(seen, seenThere)) {
        assertThat(person.refused(fork, "pay:approve", earlier)).isEqualTo("call-not-open");
        assertThat(person.refused(fork, "pay:deny", earlier)).isEqualTo("call-not-open");
      }

      assertThat(person.say(fork, "pay:deny", person.body(fork, "pay")).statusCode())
          .as("the question is still open")
          .isEqualTo(202);
      site.awaitStatus(fork, "COMPLETED").assertSound();
      assertThat(site.runs().read(other).assertContinues(waiting).has("tool-call.started"))
          .isFalse();
      assertThat(ledger.read().lines()).containsExactly("POST " + run + "/only/1/pay");
    }
  }

  @Test
  void reachesNoCallWithOtherArguments() {
    try (Site site = Site.named("arguments")) {
      site.server().start();
      SeenCalls person = SeenCalls.of(site);
      UUID run = site.submit("three-approvals", "lines");
      site.awaitRecord(run, it -> it.has("run.waiting"));
      ObjectNode one = person.body(run, "one");
      ObjectNode two = person.body(run, "two");

      assertThat(person.refused(run, "two:approve", one)).isEqualTo("call-not-open");
      assertThat(person.refused(run, "three:approve", two)).isEqualTo("call-not-open");
      ObjectNode changed = person.body(run, "three");
      changed.putObject("arguments").put("path", "lines").put("content", "changed\n");
      assertThat(person.refused(run, "two:edit", changed)).isEqualTo("call-not-open");

      assertThat(person.say(run, "three:edit", changed).statusCode()).isEqualTo(202);
      site.awaitEffects("lines", 1);
      assertThat(person.refused(run, "three:approve", changed.without("arguments")))
          .isEqualTo("call-decided");
      assertThat(person.say(run, "one:deny", one).statusCode()).isEqualTo(202);
      assertThat(person.say(run, "two:deny", two).statusCode()).isEqualTo(202);
      site.awaitStatus(run, "COMPLETED").assertSound();
      assertThat(site.effects("lines")).containsExactly("changed");
    }
  }

  @Test
  void reachesNoCallOfAToolThatAMigrationChanged() throws IOException {
    try (Site site = Site.named("migrated")) {
      site.server().start();
      SeenCalls person = SeenCalls.of(site);
      UUID run = site.submit("changeable-asks");
      site.awaitRecord(run, it -> it.has("run.waiting"));
      ObjectNode seen = person.body(run, "ask");
      site.server().stop();
      Files.writeString(site.file(ChangeableTool.FILE), "IDEMPOTENT");
      site.server().start();

      ObjectNode reason = JsonNodeFactory.instance.objectNode().put("reason", "it may write now");
      site.runs().http().change("POST", "api/v1/runs/%s:migrate".formatted(run), reason);
      RecordedRun asked = site.awaitRecord(run, it -> it.count("tool-call.asked") == 2);
      assertThat(person.refused(run, "ask:approve", seen)).isEqualTo("call-not-open");
      assertThat(asked.has("tool-call.started")).isFalse();

      site.awaitRecord(run, it -> it.count("run.waiting") == 2);
      assertThat(person.say(run, "ask:approve", person.body(run, "ask")).statusCode())
          .isEqualTo(202);
      RecordedRun done = site.awaitStatus(run, "COMPLETED").assertSound();
      assertThat(done.count("tool-call.decided")).isEqualTo(1);
      assertThat(done.last().data().path("output").asText()).isEqualTo("I am IDEMPOTENT");
    }
  }

  private static UUID fork(Site site, UUID run, long sequence) {
    ObjectNode point = JsonNodeFactory.instance.objectNode().put("sequence", sequence);
    return UUID.fromString(
        site.runs()
            .http()
            .change("POST", "api/v1/runs/%s:fork".formatted(run), point)
            .path("id")
            .asText());
  }
}
