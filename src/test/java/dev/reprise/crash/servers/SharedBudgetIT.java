package dev.reprise.crash.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.Usage;
import dev.reprise.crash.fixture.RandomChoices;
import dev.reprise.crash.fixture.Site;
import dev.reprise.model.OpenAiWire;
import dev.reprise.model.StubAnswer;
import dev.reprise.model.StubProvider;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * 64 runs on two servers share the budget of a day. Whichever server is killed, the provider is
 * never asked for more than the budget pays.
 */
@Tag("postgresql")
class SharedBudgetIT {

  private static final int RUNS = 64;
  private static final int KILLS = 3;

  /** What the day's budget pays: 1 USD at 10 USD per million tokens, 1,000 tokens a reply. */
  private static final int PAID_CALLS = 100;

  private static final Set<String> RELEASES =
      Set.of("run.submitted", "run.waiting", "run.paused", "run.handed-over", "run.broke-down");

  private static final BigDecimal CENT = new BigDecimal("0.01");

  /** What a call is expected to cost at most: its reply, and its short transcript. */
  private static final BigDecimal TWO_CENTS = new BigDecimal("0.02");

  private final Semaphore answers = new Semaphore(0);

  @ParameterizedTest
  @MethodSource("dev.reprise.crash.fixture.RandomChoices#rounds")
  void isNeverExceededThoughServersAreKilled(RandomChoices choices, @TempDir Path directory)
      throws IOException {
    System.out.println(choices);
    LocalDate first = today();
    Path prices = prices(directory);
    try (var stub = StubProvider.start().otherwise(this::answer);
        var postgres = PostgresProcess.start("shared-budget");
        var left = Site.named("saver", options(stub, postgres, prices));
        var right = left.beside("spender", options(stub, postgres, prices))) {
      left.server().start();
      right.server().start();
      List<UUID> runs =
          IntStream.range(0, RUNS)
              .mapToObj(i -> (i % 2 == 0 ? left : right).submit("clerk", "run " + i))
              .toList();

      for (int kill = 0; kill < KILLS; kill++) {
        awaitCalls(stub, choices.between(5, 15));
        Site victim = choices.oneOf(List.of(left, right));
        victim.server().kill();
        answers.release(choices.between(0, 5));
        victim.server().start();
      }
      answers.release(10 * RUNS);
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> statuses(left, runs), Set.of("COMPLETED", "WAITING")::containsAll);

      int days = today().equals(first) ? 1 : 2;
      assertThat(stub.requests().size())
          .as("calls that the provider charges")
          .isBetween(PAID_CALLS / 2, days * PAID_CALLS);
      assertThat(left.runs().http().get("api/v1/budgets").findValue("spent").asDouble())
          .as("what counts as spent today")
          .isLessThanOrEqualTo(1.0);
      for (int i = 0; i < RUNS; i++) {
        assertLedgerHasAllCalls(stub, left, runs.get(i), "Note run %d.".formatted(i));
      }
    }
  }

  /**
   * The ledger has each call that the provider was asked for. A call that was about to be made when
   * its server was killed counts too, because it may have been made.
   */
  private static void assertLedgerHasAllCalls(
      StubProvider stub, Site site, UUID run, String prompt) {
    long asked = stub.requests().stream().filter(it -> it.body().contains(prompt)).count();
    JsonNode ledger = site.runs().http().get("api/v1/runs/" + run + "/ledger");
    List<String> kinds = ledger.findValuesAsText("kind");
    long replies = kinds.stream().filter("REPLY"::equals).count();
    long unanswered = kinds.stream().filter("UNANSWERED"::equals).count();
    System.out.printf(
        "run %s: asked %d, replies %d, unanswered %d%n", run, asked, replies, unanswered);
    assertThat(replies + unanswered).isEqualTo(kinds.size());
    assertThat(asked).as("asked for run %s", run).isBetween(replies, replies + unanswered);
    assertThat(unanswered).isLessThanOrEqualTo(recoveries(site.runs().read(run)));
    assertThat(ledger.findValuesAsText("usd"))
        .allSatisfy(usd -> assertThat(new BigDecimal(usd)).isBetween(CENT, TWO_CENTS));
  }

  private static long recoveries(RecordedRun run) {
    List<String> types = run.events().stream().map(RecordedEvent::type).toList();
    return IntStream.range(1, types.size())
        .filter(i -> types.get(i).equals("run.admitted") && !RELEASES.contains(types.get(i - 1)))
        .count();
  }

  /**
   * Lets the provider give answers until it was asked so often again. Answers to servers that are
   * dead take their turn too.
   */
  private void awaitCalls(StubProvider stub, int more) {
    int goal = stub.requests().size() + more;
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              answers.release();
              return stub.requests().size() >= goal;
            });
  }

  private StubAnswer answer() {
    answers.acquireUninterruptibly();
    return new OpenAiWire(true, new Usage(10, 990, 0, 0)).says("Noted.");
  }

  private static Set<String> statuses(Site site, List<UUID> runs) {
    var standings = site.runs().list();
    standings.keySet().retainAll(runs);
    Set<String> statuses = new HashSet<>();
    standings.values().forEach(it -> statuses.add(it.status()));
    return statuses;
  }

  private static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  private static Path prices(Path directory) throws IOException {
    return Files.writeString(
        directory.resolve("prices.yaml"),
        """
        - {provider: acme, model: stub-1, input: 10, output: 10,
           date: 2026-11-01, source: "https://example.org/prices"}
        """);
  }

  private static ServerOptions options(StubProvider stub, PostgresProcess postgres, Path prices) {
    return postgres
        .serve(ServerOptions.DEFAULT)
        .with("REPRISE_AGENTS_DIR", Site.agents("money").toString())
        .with("REPRISE_LEASE", "PT3S")
        .with("REPRISE_DISPATCH_MAX_RUNNING", "8")
        .with("REPRISE_BUDGETS_DAY_USD", "1.00")
        .with("REPRISE_PRICES_FILE", prices.toString())
        .with("REPRISE_MODELS", "acme")
        .with("REPRISE_MODELS_ACME_KIND", "openai")
        .with("REPRISE_MODELS_ACME_BASE_URL", stub.url("/v1").toString())
        .with("REPRISE_MODELS_ACME_API_KEY_FROM", "HIDDEN_PLACE")
        .with("HIDDEN_PLACE", "sk-of-the-budget-test");
  }
}
