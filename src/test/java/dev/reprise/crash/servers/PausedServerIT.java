package dev.reprise.crash.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.crash.fixture.RandomChoices;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.ledger.HesitantLedgerTool;
import dev.reprise.crash.fixture.ledger.LedgerPage;
import dev.reprise.crash.fixture.ledger.LedgerProcess;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.Runs;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A server is paused for longer than its leases, and meanwhile a person has a call made on another
 * server. When the paused server wakes, it starts no such call.
 */
@Tag("postgresql")
class PausedServerIT {

  private static final int RUNS = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final LedgerProcess LEDGER = LedgerProcess.start(Duration.ofMillis(5));
  private static final Path NOTES = notes();
  private static final PostgresProcess POSTGRES = PostgresProcess.start("paused");
  private static final Site LEFT = Site.named("paused-left", options());
  private static final Site RIGHT = LEFT.beside("paused-right", options());

  private static Path notes() {
    try {
      return Files.createTempFile("reprise-paused-", ".notes");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ServerOptions options() {
    return LEDGER
        .serve(POSTGRES.serve(ServerOptions.DEFAULT))
        .withBeans(HesitantLedgerTool.class)
        .with("REPRISE_AGENTS_DIR", Site.agents("paused").toString())
        .with("REPRISE_TEST_NOTES", NOTES.toString())
        .with("REPRISE_LEASE", "PT3S");
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

  /** The pause falls at any time, or between an intent and its call. */
  enum Aim {
    ANYWHERE,
    AFTER_AN_INTENT
  }

  @ParameterizedTest
  @MethodSource("dev.reprise.crash.fixture.RandomChoices#rounds")
  void repeatsNoStepOfAnotherServer(RandomChoices choices) throws Exception {
    List<UUID> runs =
        IntStream.range(0, RUNS)
            .mapToObj(i -> (i % 2 == 0 ? LEFT : RIGHT).submit("payer", "x"))
            .toList();
    Site sleeper = choices.oneOf(List.of(LEFT, RIGHT));
    Site other = sleeper == LEFT ? RIGHT : LEFT;
    Aim aim = choices.oneOf(List.of(Aim.values()));
    awaitMoment(choices, aim, sleeper, runs);

    sleeper.server().suspend();
    Map<UUID, Long> held;
    Set<String> begun;
    Set<String> resolved = new HashSet<>();
    try {
      held = heldBy(sleeper, other, runs);
      awaitLedgerToRest();
      begun = Set.copyOf(Files.readAllLines(NOTES));
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(100))
          .until(() -> tend(other, runs, resolved));
    } finally {
      sleeper.server().resume();
    }
    awaitSettled(sleeper, held);

    LedgerPage page = LEDGER.read();
    Set<String> twice =
        page.effects().stream().filter(key -> page.effects(key) > 1).collect(Collectors.toSet());
    twice.retainAll(keys(runs, page));
    Set<String> wokenUp =
        Files.readAllLines(NOTES).stream()
            .filter(line -> held.entrySet().stream().anyMatch(it -> isBegun(line, it)))
            .filter(line -> !begun.contains(line))
            .collect(Collectors.toSet());
    System.out.println(
        "%s, %s: %d runs held, %d calls resolved with RETRY, %d begun before the pause, %d landed twice"
            .formatted(
                choices,
                aim,
                held.size(),
                resolved.size(),
                begun.stream()
                    .filter(line -> held.entrySet().stream().anyMatch(it -> isBegun(line, it)))
                    .count(),
                twice.size()));
    assertThat(wokenUp).as("begun when it woke, for runs that others had").isEmpty();
    assertThat(twice)
        .as("landed twice, though not begun before the pause")
        .allMatch(key -> held.entrySet().stream().anyMatch(it -> wasBegun(begun, key, it)));
  }

  private static boolean isBegun(String line, Map.Entry<UUID, Long> held) {
    return line.startsWith(HesitantLedgerTool.begun(held.getKey() + "/", held.getValue()));
  }

  private static boolean wasBegun(Set<String> begun, String key, Map.Entry<UUID, Long> held) {
    return begun.contains(HesitantLedgerTool.begun(key, held.getValue()));
  }

  private static Set<String> keys(List<UUID> runs, LedgerPage page) {
    return runs.stream().flatMap(run -> page.keys(run).stream()).collect(Collectors.toSet());
  }

  private static void awaitMoment(RandomChoices choices, Aim aim, Site sleeper, List<UUID> runs)
      throws InterruptedException {
    await().atMost(PATIENCE).until(() -> !heldBy(sleeper, sleeper, runs).isEmpty());
    switch (aim) {
      case ANYWHERE -> TimeUnit.MILLISECONDS.sleep(choices.between(0, 1500));
      case AFTER_AN_INTENT -> {
        UUID victim = List.copyOf(heldBy(sleeper, sleeper, runs).keySet()).getFirst();
        long goal = intents(sleeper, victim) + 1;
        await()
            .atMost(PATIENCE)
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(10))
            .until(
                () ->
                    intents(sleeper, victim) >= goal
                        || sleeper.runs().status(victim).equals("COMPLETED"));
      }
    }
  }

  private static long intents(Site site, UUID run) {
    return site.runs().read(run).count("tool-call.started");
  }

  /** Returns the runs that a server holds and their epochs, as another server sees them. */
  private static Map<UUID, Long> heldBy(Site holder, Site observer, List<UUID> runs) {
    Map<UUID, Long> held = new HashMap<>();
    observer
        .runs()
        .list()
        .forEach(
            (run, standing) -> {
              if (runs.contains(run) && holder.holds(standing)) {
                held.put(run, standing.epoch());
              }
            });
    return held;
  }

  /** Waits until all requests that had left the server before its pause have arrived. */
  private static void awaitLedgerToRest() {
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ofMillis(300))
        .until(() -> LEDGER.read().lines().size(), lines -> lines == LEDGER.read().lines().size());
  }

  /**
   * Acts as a person who has every call retried that is not in the ledger; returns whether all runs
   * have ended.
   */
  private static boolean tend(Site site, List<UUID> runs, Set<String> resolved) {
    Map<UUID, Runs.Standing> standings = site.runs().list();
    standings.keySet().retainAll(runs);
    standings.forEach(
        (run, standing) -> {
          if (standing.status().equals("WAITING")) {
            judge(site, run, resolved);
          }
        });
    return standings.values().stream().allMatch(run -> run.status().equals("COMPLETED"));
  }

  private static void judge(Site site, UUID run, Set<String> resolved) {
    for (Runs.Call call : site.runs().unknownCalls(run)) {
      String key = call.idempotencyKey(run);
      if (LEDGER.read().effects(key) > 0) {
        site.runs()
            .tryToResolve(
                run, call.id(), "SUCCEEDED", "noted"); // refused while another call is under way
      } else if (site.runs().tryToResolve(run, call.id(), "RETRY").statusCode() == 202) {
        resolved.add(key);
      }
    }
  }

  /**
   * Waits until the paused server finds that it lost its runs, and until its calls have arrived.
   */
  private static void awaitSettled(Site sleeper, Map<UUID, Long> held) {
    await().atMost(PATIENCE).ignoreExceptions().until(() -> !sleeper.runs().list().isEmpty());
    held.forEach(
        (run, epoch) ->
            assertThat(sleeper.runs().read(run).events().stream().map(RecordedEvent::epoch))
                .as("epochs of run %s", run)
                .anyMatch(later -> later > epoch));
    await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
    awaitLedgerToRest();
  }
}
