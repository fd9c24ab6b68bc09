package dev.reprise.crash.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.RecordedRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A decision that the server has accepted has its effect once, whenever the server is killed. */
class DecisionSurvivesIT {

  private static final int RUNS = 20;

  @Test
  void hasItsEffectOnceThoughTheServerIsKilledRightAfterwards() {
    try (Site site = Site.named("decided", Site.FILES)) {
      site.server().start();
      UUID id = site.submit("asks", "lines");
      RecordedRun waiting = site.awaitRecord(id, run -> run.has("run.waiting"));

      site.runs().say(id, "line:approve", body());
      site.runs().say(id, "no:deny", body()); // stored, if the run has already left its wait
      site.server().kill();
      site.server().start();

      assertThat(site.runs().trySay(id, "no:approve", body()).statusCode())
          .as("the denial counts")
          .isEqualTo(409);
      site.runs().say(id, "colour:answer", body().put("answer", "red"));
      RecordedRun run = site.awaitStatus(id, "COMPLETED").assertSound().assertContinues(waiting);
      assertThat(site.effects("lines")).containsExactly("line");
      assertThat(site.file("refused.txt")).doesNotExist();
      assertThat(run.count("tool-call.decided")).isEqualTo(2);
    }
  }

  /**
   * One kill meets requests that have not arrived, that are being recorded, and that are answered.
   */
  @Test
  void isMadeOnceThoughTheServerIsKilledDuringTheRequest() throws Exception {
    try (Site site = Site.named("deciding", Site.FILES);
        var people = Executors.newVirtualThreadPerTaskExecutor()) {
      site.server().start();
      List<UUID> runs = new ArrayList<>();
      for (int i = 0; i < RUNS; i++) {
        runs.add(site.submit("three-approvals", "deciding-" + i));
      }
      runs.forEach(run -> site.awaitRecord(run, it -> it.has("run.waiting")));
      List<Future<Integer>> answers = new ArrayList<>();
      for (UUID run : runs) {
        answers.add(people.submit(() -> approve(site, run, "one")));
        Thread.sleep(5); // so that the kill comes at different places of them
      }
      site.server().kill();
      site.server().start();

      for (int i = 0; i < RUNS; i++) {
        UUID run = runs.get(i);
        String file = "deciding-" + i;
        if (isAccepted(answers.get(i))) {
          site.awaitRecord(run, it -> it.has("tool-call.decided"));
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> finishes(site, run, file));
        assertThat(site.runs().read(run).assertSound().count("tool-call.decided")).isEqualTo(3);
        assertThat(site.effects(file)).containsExactlyInAnyOrder("one", "two", "three");
      }
    }
  }

  private static int approve(Site site, UUID run, String call) {
    return site.runs().trySay(run, call + ":approve", body()).statusCode();
  }

  private static boolean isAccepted(Future<Integer> answer) {
    try {
      return answer.get() == 202;
    } catch (ExecutionException e) {
      return false; // the server died
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A person approves what still waits, and says what became of the calls that the kill met. */
  private static boolean finishes(Site site, UUID run, String file) {
    for (String call : List.of("one", "two", "three")) {
      approve(site, run, call);
      if (site.effects(file).contains(call)) {
        site.runs().tryToResolve(run, call, "SUCCEEDED", "appended");
      } else {
        site.runs().tryToResolve(run, call, "RETRY");
      }
    }
    return site.runs().status(run).equals("COMPLETED");
  }

  private static ObjectNode body() {
    return JsonNodeFactory.instance.objectNode();
  }
}
