package dev.reprise.crash.servers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.SeenCalls;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.ledger.LedgerProcess;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two people decide differently about a call at the same moment, each on another server. */
@Tag("postgresql")
class ConcurrentDecisionsIT {

  private static final int RUNS = 10;
  private static final LedgerProcess LEDGER = LedgerProcess.start(Duration.ofMillis(20));
  private static final PostgresProcess POSTGRES = PostgresProcess.start("concurrent-decisions");
  private static final Site LEFT = Site.named("approves", options());
  private static final Site RIGHT = LEFT.beside("denies", options());

  private static ServerOptions options() {
    return LEDGER.serve(POSTGRES.serve(ServerOptions.DEFAULT));
  }

  @BeforeAll
  static void start() {
    LEFT.server().start();
    RIGHT.server().start();
  }

  @AfterAll
  static void close() {
    LEFT.close();
    RIGHT.close();
    POSTGRES.close();
    LEDGER.close();
  }

  @Test
  void oneOfThemCountsAndTheCallIsMadeOnceIfItIsTheApproval() throws Exception {
    int approved = 0;
    List<Site> servers = List.of(LEFT, RIGHT);
    for (UUID run : waiting()) {
      servers = servers.reversed(); // so that neither person has the faster server
      SeenCalls one = SeenCalls.of(servers.getFirst());
      SeenCalls other = SeenCalls.of(servers.getLast()).as("approver");

      List<Integer> answers = decide(run, one, other);

      assertThat(answers).as("run %s", run).containsExactlyInAnyOrder(202, 409);
      RecordedRun ended = LEFT.awaitStatus(run, "COMPLETED").assertSound();
      assertThat(ended.count("tool-call.decided")).isOne();
      JsonNode decision = ended.first("tool-call.decided").data();
      boolean counts = answers.getFirst() == 202;
      assertThat(decision.path("approved").asBoolean()).as("the accepted one").isEqualTo(counts);
      assertThat(decision.path("by").asText()).isEqualTo(counts ? "operator" : "approver");
      assertThat(ended.count("tool-call.started")).isEqualTo(counts ? 1 : 0);
      assertThat(LEDGER.read().effects(run + "/only/1/pay")).isEqualTo(counts ? 1 : 0);
      approved += counts ? 1 : 0;
    }
    System.out.printf("of %d calls, %d were approved first%n", RUNS, approved);
  }

  private static List<UUID> waiting() {
    List<UUID> runs = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      runs.add((i % 2 == 0 ? LEFT : RIGHT).submit("cashier"));
    }
    runs.forEach(run -> LEFT.awaitRecord(run, it -> it.has("run.waiting")));
    return runs;
  }

  /** Returns the status of the response to the approval, and that to the denial. */
  private static List<Integer> decide(UUID run, SeenCalls one, SeenCalls other) throws Exception {
    var both = new CyclicBarrier(2);
    Callable<Integer> approval = () -> say(both, one, run, "pay:approve");
    Callable<Integer> denial = () -> say(both, other, run, "pay:deny");
    try (var people = Executors.newFixedThreadPool(2)) {
      List<Integer> answers = new ArrayList<>();
      for (Future<Integer> answer : people.invokeAll(List.of(approval, denial))) {
        answers.add(answer.get());
      }
      return answers;
    }
  }

  /** Each person has looked at the call, so both are connected when they decide. */
  private static int say(CyclicBarrier both, SeenCalls person, UUID run, String word)
      throws Exception {
    ObjectNode seen = person.body(run, "pay");
    both.await();
    return person.say(run, word, seen).statusCode();
  }
}
