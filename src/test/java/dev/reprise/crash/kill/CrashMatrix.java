package dev.reprise.crash.kill;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertAll;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.OperatorVerdict;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.ledger.CrashPoint;
import dev.reprise.crash.fixture.ledger.LedgerPage;
import dev.reprise.crash.fixture.ledger.LedgerProcess;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * For each point at which a server may die and each effect class of the active call: the outcomes
 * that the call may have.
 *
 * <p>One kill serves all. A run for each cell reaches its point and is held there. Then the test
 * kills the server and starts it again.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CrashMatrix {

  private final LedgerProcess ledger = LedgerProcess.start(Duration.ZERO);
  private final Site site;
  private final List<HeldRun> runs = new ArrayList<>();
  private final Map<UUID, RecordedRun> before = new HashMap<>();

  CrashMatrix(String name, ServerOptions options) {
    site = Site.named(name, ledger.serve(options).with("REPRISE_DISPATCH_MAX_RUNNING", "40"));
  }

  /** A run, and the point that it has reached when the server dies. */
  private record HeldRun(UUID id, CrashPoint point, EffectClass effect) {

    @Override
    public String toString() {
      return effect + " at " + point;
    }
  }

  /**
   * The outcome that a call may have.
   *
   * @param intents how often the call starts
   * @param attempts how often it reaches the world
   * @param verdict the verdict of a person who looks into the ledger, if one is needed
   */
  record Cell(int intents, int attempts, Optional<OperatorVerdict> verdict) {

    static Cell parse(String text) {
      var words = new Scanner(text);
      return new Cell(
          words.nextInt(),
          words.nextInt(),
          words.hasNext() ? Optional.of(OperatorVerdict.valueOf(words.next())) : Optional.empty());
    }
  }

  @BeforeAll
  void killOnce() {
    site.server().start();
    for (CrashPoint point : CrashPoint.values()) {
      for (EffectClass effect : EffectClass.values()) {
        runs.add(new HeldRun(submit(point, effect), point, effect));
      }
    }
    await().atMost(Duration.ofSeconds(90)).until(this::allAreHeld);
    runs.forEach(run -> before.put(run.id(), held(run)));
    site.server().kill();
    site.server().start();
  }

  private UUID submit(CrashPoint point, EffectClass effect) {
    String agent = effect.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return site.submit(agent, JsonNodeFactory.instance.objectNode().put("point", point.toString()));
  }

  private boolean allAreHeld() {
    LedgerPage page = ledger.read();
    return runs.stream().allMatch(run -> page.hasArrived(run.id(), run.point()));
  }

  private RecordedRun held(HeldRun run) {
    return site.awaitRecord(
        run.id(), recorded -> recorded.last().type().equals(journalEnd(run.point())));
  }

  /** Returns the type of the newest event of a run that is held at this point. */
  String journalEnd(CrashPoint point) {
    return point.journalEnd();
  }

  @AfterAll
  void close() {
    site.close();
    ledger.close();
  }

  /**
   * Each cell holds the intents, the attempts, and the verdict of a person who looks into the
   * ledger, if one is needed. The last column is the batch administration's final status of the
   * job. A run that is killed during conclude has ended. Its job is restarted to find that out, and
   * does not claim the run.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # killed         | READ_ONLY | IDEMPOTENT | RECONCILABLE | ONCE          | job
          BEFORE_INTENT    | 1 1       | 1 1        | 1 1          | 1 1           | COMPLETED
          AFTER_INTENT     | 2 1       | 2 1        | 2 1          | 2 1 RETRY     | COMPLETED
          AFTER_EFFECT     | 2 2       | 2 2        | 1 1          | 1 1 SUCCEEDED | COMPLETED
          AFTER_RESULT     | 1 1       | 1 1        | 1 1          | 1 1           | COMPLETED
          BEFORE_PHASE_END | 1 1       | 1 1        | 1 1          | 1 1           | COMPLETED
          AFTER_PHASE_END  | 1 1       | 1 1        | 1 1          | 1 1           | COMPLETED
          BEFORE_CONCLUDE  | 1 1       | 1 1        | 1 1          | 1 1           | COMPLETED
          DURING_CONCLUDE  | 1 1       | 1 1        | 1 1          | 1 1           | COMPLETED
          """)
  void allowsWhatTheEffectClassAllows(
      CrashPoint killed, Cell readOnly, Cell idempotent, Cell reconcilable, Cell once, String job) {
    assertAll(
        () -> check(heldAt(killed, EffectClass.READ_ONLY), readOnly, job),
        () -> check(heldAt(killed, EffectClass.IDEMPOTENT), idempotent, job),
        () -> check(heldAt(killed, EffectClass.RECONCILABLE), reconcilable, job),
        () -> check(heldAt(killed, EffectClass.ONCE), once, job));
  }

  private HeldRun heldAt(CrashPoint point, EffectClass effect) {
    return runs.stream()
        .filter(run -> run.point() == point && run.effect() == effect)
        .findFirst()
        .orElseThrow();
  }

  private void check(HeldRun run, Cell cell, String job) {
    cell.verdict().ifPresent(verdict -> resolve(run.id(), verdict));

    RecordedRun recorded =
        site.awaitStatus(run.id(), "COMPLETED")
            .assertSound()
            .assertContinues(requireNonNull(before.get(run.id())));

    assertThat(recorded.all("tool-call.started").filter(event -> event.phase().equals("first")))
        .as("intents of %s: %s", run, recorded)
        .hasSize(cell.intents());
    assertThat(recorded.count("run.waiting"))
        .as("questions to a person about %s", run)
        .isEqualTo(cell.verdict().isPresent() ? 1 : 0);
    assertThat(recorded.count("run.admitted") > 1)
        .as("claimed again, %s: %s", run, recorded)
        .isEqualTo(run.point() != CrashPoint.DURING_CONCLUDE);
    checkEffects(run, cell);
    checkJob(run.id(), job);
  }

  /** Checks the job of a run that has ended. */
  void checkJob(UUID run, String status) {
    assertThat(site.awaitJob(run, status).newestExecution().status())
        .as("newest execution of run %s", run)
        .isEqualTo(status);
  }

  Site site() {
    return site;
  }

  private void checkEffects(HeldRun run, Cell cell) {
    LedgerPage page = ledger.read();
    String call = run.id() + "/first/1/call";
    String nextCall = run.id() + "/second/1/call";
    assertThat(page.attempts(call)).as("attempts of %s", run).isEqualTo(cell.attempts());
    assertThat(page.attempts(nextCall)).as("attempts after %s", run).isEqualTo(1);
    int effects = run.effect() == EffectClass.READ_ONLY ? 0 : 1;
    assertThat(page.effects(call)).as("effects of %s", run).isEqualTo(effects);
    assertThat(page.effects(nextCall)).as("effects after %s", run).isEqualTo(effects);
  }

  private void resolve(UUID run, OperatorVerdict verdict) {
    site.awaitStatus(run, "WAITING");
    if (verdict == OperatorVerdict.SUCCEEDED) {
      site.runs().resolve(run, "call", verdict.name(), "noted");
      return;
    }
    assertThat(site.runs().tryToResolve(run, "call", verdict.name()).statusCode()).isEqualTo(202);
  }
}
