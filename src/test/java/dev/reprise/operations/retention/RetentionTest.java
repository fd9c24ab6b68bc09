package dev.reprise.operations.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Waits;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.ClaimResult;
import dev.reprise.queue.Claims;
import dev.reprise.queue.FairShareSettings;
import dev.reprise.queue.QueueLimit;
import dev.reprise.queue.QueueReservations;
import dev.reprise.queue.QueueSignal;
import dev.reprise.queue.RunQueue;
import dev.reprise.queue.StopSignal;
import dev.reprise.queue.inbox.DecisionInbox;
import dev.reprise.queue.inbox.MessageInbox;
import dev.reprise.queue.inbox.MessageSignal;
import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.ReasonEncryption;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunSql;
import dev.reprise.queue.row.UnclaimedRuns;
import dev.reprise.run.state.RunStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every database must do for retention. */
@EachDatabase
class RetentionTest {

  private static final Instant NOW = Instant.parse("2030-01-31T12:00:00Z");
  private static final Optional<ErasedRun> ALL_LEFT = Optional.empty();
  private static final Optional<String> ALL = Optional.empty();

  private Path directory;

  private TestDatabases.OpenJournal opened;
  private Journal journal;
  private Database table;
  private RunQueue queue;
  private Claims claims;
  private EndedRuns ended;
  private RunEraser erasures;
  private MessageInbox messages;

  private static DataSource database() {
    return TestDatabases.current();
  }

  @BeforeEach
  void noRuns(@TempDir Path temp) throws SQLException {
    directory = temp;
    execute("UPDATE run SET parent = NULL");
    for (String name :
        List.of(
            "event",
            "blob",
            "run_message",
            "run_decision",
            "webhook_delivery",
            "run",
            "erasure",
            "tombstone")) {
      execute("DELETE FROM " + name);
    }
    opened = TestDatabases.journal(database());
    journal = opened.journal();
    table = new Database(database());
    var texts = new TextEncryption(KeySource.of(KeyRing.EMPTY));
    var reasons = new ReasonEncryption(texts, Redaction.none());
    var unclaimed = new UnclaimedRuns(table, journal, reasons);
    var reservations = new QueueReservations(table, new FairShareSettings(), Clock.systemUTC());
    var limit = new QueueLimit(10_000, table, Clock.systemUTC());
    queue =
        new RunQueue(
            table,
            unclaimed,
            journal,
            new QueueSignal(),
            new StopSignal(),
            reasons,
            reservations,
            limit);
    claims = new Claims(table, unclaimed, journal, reasons, Clock.systemUTC());
    ended = new EndedRuns(table, TestDatabases.sizes(database()));
    erasures = new RunEraser(table);
    messages = new MessageInbox(table, new MessageSignal(), texts, Redaction.none(), reasons);
  }

  @AfterEach
  void close() {
    opened.close();
  }

  @Test
  void findsEachTenantAgentAndStatusThatEndedRunsHave() throws SQLException {
    completed("acme", "surveyor", 8);
    completed("acme", "surveyor", 1);
    failed("acme", "surveyor", 1);
    completed("acme", "auditor", 1);
    cancelled("beta", "surveyor", 1);
    submitted("beta", "auditor");
    submitted("gamma", "surveyor");
    var parts = new EndedRunParts(table);
    var ofBeta = new RetentionGroup.Part("beta", "surveyor", RunStatus.CANCELLED);

    assertThat(parts.of(ALL))
        .containsExactly(
            new RetentionGroup.Part("acme", "auditor", RunStatus.COMPLETED),
            new RetentionGroup.Part("acme", "surveyor", RunStatus.COMPLETED),
            new RetentionGroup.Part("acme", "surveyor", RunStatus.FAILED),
            ofBeta);
    assertThat(parts.of(Optional.of("beta"))).containsExactly(ofBeta);
    assertThat(parts.of(Optional.of("gamma"))).isEmpty();
  }

  @Test
  void readsTheRunsOfAllStatusesOfAGroupInOneOrder() throws SQLException {
    List<UUID> oldestFirst = new ArrayList<>();
    for (int daysAgo = 20; daysAgo > 10; daysAgo--) {
      oldestFirst.add(
          daysAgo % 2 == 0
              ? completed("acme", "surveyor", daysAgo)
              : failed("acme", "surveyor", daysAgo));
    }
    var rules =
        new RetentionRules(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    var group =
        new RetentionGroup(
            "acme",
            "surveyor",
            rules.of("acme", "surveyor", RunStatus.COMPLETED),
            EnumSet.of(RunStatus.COMPLETED, RunStatus.FAILED, RunStatus.CANCELLED));
    List<UUID> seen = new ArrayList<>();
    Optional<EndedRun> last = Optional.empty();
    List<EndedRun> page;
    do {
      page = ended.page(group, NOW, last, 3);
      page.forEach(run -> seen.add(run.id()));
      last = page.isEmpty() ? last : Optional.of(page.getLast());
    } while (!page.isEmpty());

    assertThat(seen).isEqualTo(oldestFirst);
  }

  @Test
  void erasesRunsByTheTimeSinceTheyEnded() throws SQLException {
    UUID completed = completed("acme", "surveyor", 8);
    UUID failed = failed("acme", "surveyor", 9);
    UUID cancelled = cancelled("beta", "surveyor", 10);
    UUID deadLetter = failed("beta", "auditor", 8);
    execute("UPDATE run SET status = 'DEAD_LETTER' WHERE id = ?", deadLetter.toString());
    completed("acme", "surveyor", 6);
    failed("acme", "surveyor", 1);

    RetentionPlan plan = plan("- keep: {age: P7D}");

    assertThat(ids(plan)).containsExactly(failed, completed, deadLetter, cancelled);
    assertThat(plan.due())
        .extracting(RetentionPlan.Due::rule, RetentionPlan.Due::limit)
        .containsOnly(tuple("rules[0]", RetentionLimits.Limit.AGE));
    assertThat(plan.more()).isFalse();
  }

  @Test
  void ignoresRunsThatHaveNotEnded() throws SQLException {
    UUID queued = submitted("acme", "surveyor");
    UUID running = submitted("acme", "surveyor");
    admitted(running);
    UUID waiting = submitted("acme", "surveyor");
    release(waiting, Waits.of("timer", "a while", Optional.of(NOW)));
    UUID paused = submitted("acme", "surveyor");
    queue.pause(paused, new ControlEvent.Paused("ana", Optional.empty(), NOW));
    for (UUID run : List.of(queued, running, waiting, paused)) {
      end(run, 100);
    }

    RetentionPlan plan = plan("- keep: {age: P7D, count: 0, bytes: 0}");

    assertThat(plan.due()).isEmpty();
    assertThat(plan.cancels()).isEmpty();
  }

  private static final String IDLE_RULES =
      """
      - {agent: auditor, status: PAUSED, keep: forever}
      - {tenant: beta, status: PAUSED, keep: {age: P5D}}
      - {status: PAUSED, keep: {age: P30D}}
      - {status: WAITING, keep: {age: P60D}}
      """;

  @Test
  void cancelsRunsThatNobodyHasMovedIfARuleSaysSo() throws SQLException {
    UUID paused = paused("acme", "surveyor", 31);
    UUID longPaused = paused("acme", "surveyor", 40);
    UUID ofBeta = paused("beta", "surveyor", 6);
    UUID asked = waiting("approval", 61);
    UUID doubtful = waiting("reconciliation", 70);
    paused("acme", "surveyor", 29);
    paused("acme", "auditor", 400);
    waiting("approval", 59);
    waiting("timer", 400);
    waiting("child-run", 400);
    end(submitted("acme", "surveyor"), 400);

    RetentionPlan plan = plan(IDLE_RULES);

    assertThat(plan.cancels())
        .extracting(due -> due.run().id(), RetentionPlan.Cancel::rule)
        .containsExactly(
            tuple(longPaused, "rules[2]"),
            tuple(paused, "rules[2]"),
            tuple(doubtful, "rules[3]"),
            tuple(asked, "rules[3]"),
            tuple(ofBeta, "rules[1]"));
    assertThat(plan.due()).isEmpty();
    assertThat(plan.more()).isFalse();
    assertThat(plans(IDLE_RULES).plan(Optional.of("beta"), NOW, 100).cancels())
        .extracting(due -> due.run().id())
        .containsExactly(ofBeta);
    assertThat(plans(IDLE_RULES).plan(ALL, NOW.minus(Duration.ofDays(9)), 100).cancels())
        .extracting(due -> due.run().id())
        .containsExactly(longPaused, doubtful);
  }

  @Test
  void endsAnIdleRunAsAPersonWouldAndErasesItLater() throws SQLException {
    UUID paused = paused("acme", "surveyor", 31);

    Retention.PlanResult done = retention(IDLE_RULES).execute(plan(IDLE_RULES), () -> false);

    assertThat(done).isEqualTo(new Retention.PlanResult(List.of(), List.of(paused), List.of()));
    assertThat(ended.status(paused)).hasValue(RunStatus.CANCELLED);
    assertThat(journal.read(paused, Position.START, 10).getLast().event())
        .isInstanceOfSatisfying(
            ControlEvent.Cancelled.class,
            cancelled -> {
              assertThat(cancelled.by()).isEqualTo("retention");
              assertThat(cancelled.reason())
                  .startsWith("paused since 2029-12-31")
                  .endsWith("longer than rules[2] allows (age PT720H)");
            });
    end(paused, 8);
    assertThat(ids(plan(IDLE_RULES + "- keep: {age: P7D}"))).containsExactly(paused);
  }

  @Test
  void cancelsNoRunThatSomebodyHasMovedSinceThePlan() throws SQLException {
    UUID moved = paused("acme", "surveyor", 31);
    RetentionPlan plan = plan(IDLE_RULES);
    queue.resume(moved, new ControlEvent.Resumed("ana", Optional.empty(), NOW));

    assertThat(retention(IDLE_RULES).execute(plan, () -> false))
        .isEqualTo(new Retention.PlanResult(List.of(), List.of(), List.of(moved)));
    assertThat(ended.status(moved)).hasValue(RunStatus.QUEUED);
    assertThat(plan(IDLE_RULES).digest()).isNotEqualTo(plan.digest());
  }

  @Test
  void holdsNoMoreIdleRunsThanAPlanMayHave() throws SQLException {
    UUID first = paused("acme", "surveyor", 33);
    UUID second = paused("acme", "surveyor", 32);
    paused("acme", "surveyor", 31);

    RetentionPlan plan = plans(IDLE_RULES).plan(ALL, NOW, 2);

    assertThat(plan.cancels()).extracting(due -> due.run().id()).containsExactly(first, second);
    assertThat(plan.more()).isTrue();
  }

  private UUID paused(String tenant, String agent, int daysAgo) throws SQLException {
    UUID run = submitted(tenant, agent);
    queue.pause(run, new ControlEvent.Paused("ana", Optional.empty(), NOW));
    return end(run, daysAgo);
  }

  private UUID waiting(String what, int daysAgo) throws SQLException {
    UUID run = submitted("acme", "surveyor");
    release(run, Waits.of(what, "a while", Optional.empty()));
    return end(run, daysAgo);
  }

  @Test
  void keepsTheNewestRunsOfEachAgentInEachTenantByCount() throws SQLException {
    UUID oldest = completed("acme", "surveyor", 4);
    UUID older = failed("acme", "surveyor", 3);
    completed("acme", "surveyor", 2);
    completed("acme", "surveyor", 1);
    completed("acme", "auditor", 9);
    completed("beta", "surveyor", 9);

    RetentionPlan plan = plan("- keep: {count: 2}");

    assertThat(ids(plan)).containsExactly(oldest, older);
    assertThat(plan.due())
        .extracting(RetentionPlan.Due::limit)
        .containsOnly(RetentionLimits.Limit.COUNT);
  }

  @Test
  void keepsTheNewestRunsOfEachAgentBySize() throws SQLException {
    UUID oldest = completed("acme", "surveyor", 4);
    UUID older = completed("acme", "surveyor", 3);
    UUID newer = completed("acme", "surveyor", 2);
    UUID newest = completed("acme", "surveyor", 1);
    long kept = size(newer) + size(newest);

    assertThat(ids(plan("- keep: {bytes: %d}".formatted(kept)))).containsExactly(oldest, older);
    assertThat(ids(plan("- keep: {bytes: %d}".formatted(kept - 1))))
        .containsExactly(oldest, older, newer);
    assertThat(plan("- keep: {bytes: 0}").due())
        .extracting(RetentionPlan.Due::bytes)
        .containsExactly(size(oldest), size(older), size(newer), size(newest))
        .allMatch(size -> size > 100);
  }

  @Test
  void appliesOnlyTheFirstRuleThatMatches() throws SQLException {
    completed("acme", "auditor", 900);
    UUID failed = failed("acme", "surveyor", 20);
    completed("acme", "surveyor", 20);
    UUID others = completed("beta", "surveyor", 20);

    RetentionPlan plan =
        plan(
            """
            - {agent: auditor, keep: forever}
            - {tenant: acme, status: FAILED, keep: {age: P10D}}
            - {tenant: acme, keep: {age: P30D}}
            - {keep: {count: 0}}\
            """);

    assertThat(plan.due())
        .extracting(due -> due.run().id(), RetentionPlan.Due::rule)
        .containsExactly(tuple(failed, "rules[1]"), tuple(others, "rules[3]"));
  }

  @Test
  void plansForOneTenantOnly() throws SQLException {
    completed("acme", "surveyor", 20);
    UUID beta = completed("beta", "surveyor", 20);

    assertThat(ids(plans("- keep: {age: P7D}").plan(Optional.of("beta"), NOW, 10)))
        .containsExactly(beta);
  }

  @Test
  void plansTheMaximumNumberOfRunsAndReportsMore() throws SQLException {
    for (int i = 0; i < 5; i++) {
      completed("acme", i < 3 ? "auditor" : "surveyor", 20 + i);
    }
    RetentionPlans plans = plans("- keep: {age: P7D}");

    RetentionPlan four = plans.plan(ALL, NOW, 4);
    assertThat(four.due()).hasSize(4);
    assertThat(four.more()).isTrue();
    RetentionPlan five = plans.plan(ALL, NOW, 5);
    assertThat(five.due()).hasSize(5);
    assertThat(five.more()).isFalse();
  }

  @Test
  void planIsUnchangedUntilOneOfItsRunsChanges() throws SQLException {
    completed("acme", "surveyor", 20);
    UUID failed = failed("acme", "surveyor", 19);
    RetentionPlans plans = plans("- keep: {age: P7D}");
    String digest = plans.plan(ALL, NOW, 10).digest();

    assertThat(plans.plan(ALL, NOW, 10).digest()).isEqualTo(digest);
    queue.retry(failed, new ControlEvent.Retried("ana", NOW));
    assertThat(plans.plan(ALL, NOW, 10).digest()).isNotEqualTo(digest);
  }

  @Test
  void erasesExactlyWhatThePlanHas() throws SQLException {
    UUID old = submitted("acme", "surveyor");
    messages.post(old, "ana", Optional.empty(), "be quick");
    var decisions =
        new DecisionInbox(table, new TextEncryption(KeySource.of(KeyRing.EMPTY)), Redaction.none());
    decisions.post(
        old,
        new HumanInputEvent.Answered(
            "only", 1, "c1", "blue", "ana", Instant.EPOCH, Optional.empty()),
        DecisionInbox.Deciders.ONE);
    release(old, new LifecycleEvent.Completed("done"));
    end(old, 20);
    UUID other = completed("acme", "surveyor", 3);
    tellWebhook(old);
    tellWebhook(other);
    Retention retention = retention("- keep: {age: P7D}");
    RetentionPlan plan = retention.plan(ALL, NOW);

    Retention.PlanResult pass = retention.execute(plan, () -> false);

    assertThat(pass.erased()).containsExactly(old);
    assertThat(pass.skipped()).isEmpty();
    assertThat(ended.find(old)).isEmpty();
    assertThat(ended.find(other)).isPresent();
    assertThat(tombstones()).containsExactly(old.toString());
    assertThat(erasures.leftovers(ALL_LEFT, 10)).extracting(ErasedRun::run).containsExactly(old);
    assertThat(TestDatabases.erasure(database()).erase(old)).isEqualTo(3);
    assertThat(journal.read(old, Position.START, 10)).isEmpty();
    assertThat(messages.after(old, 0)).isEmpty();
    assertThat(table.rows("SELECT run_id FROM run_decision", row -> row.text("run_id"))).isEmpty();
    assertThat(table.rows("SELECT run_id FROM webhook_delivery", row -> row.text("run_id")))
        .containsExactly(other.toString());
    assertThat(journal.read(other, Position.START, 10)).hasSize(3);
    execute("UPDATE run SET id = ? WHERE id = ?", text(old), text(other)); // like a second import
    assertThat(erasures.leftovers(ALL_LEFT, 10)).isEmpty();
    execute("UPDATE run SET id = ? WHERE id = ?", text(other), text(old));
    erasures.done(old);
    assertThat(erasures.leftovers(ALL_LEFT, 10)).isEmpty();
    assertThat(tombstones()).as("when nothing else is left").containsExactly(old.toString());
  }

  @Test
  void erasesTheKeysOfRequestsWithTheRun() throws SQLException {
    execute("DELETE FROM idempotency_key");
    execute("DELETE FROM dedupe_key");
    UUID gone = completed("acme", "surveyor", 20);
    UUID kept = completed("acme", "surveyor", 3);
    for (UUID run : List.of(gone, kept)) {
      UUID other = UUID.randomUUID();
      request("created " + run, run, other);
      request("shown " + run, other, run);
      execute(
          "INSERT INTO dedupe_key (tenant, agent, dedupe_key, run_id, fingerprint, expires_at) VALUES ('acme', 'surveyor', ?, ?, '', CURRENT_TIMESTAMP)",
          text(run),
          text(run));
    }

    erase(gone);

    assertThat(table.rows("SELECT id FROM idempotency_key", row -> row.text("id").strip()))
        .containsExactlyInAnyOrder("created " + kept, "shown " + kept);
    assertThat(table.rows("SELECT dedupe_key FROM dedupe_key", row -> row.text("dedupe_key")))
        .containsExactly(text(kept));
  }

  @Test
  void erasesTheLabelsOfTheRun() throws SQLException {
    execute("DELETE FROM run_label");
    UUID gone = completed("acme", "surveyor", 20);
    UUID kept = completed("acme", "surveyor", 3);
    for (UUID run : List.of(gone, kept)) {
      execute(
          "INSERT INTO run_label (run_id, tenant, name, value, created_at) VALUES (?, 'acme', 'a', 'b', CURRENT_TIMESTAMP)",
          text(run));
    }

    erase(gone);

    assertThat(table.rows("SELECT run_id FROM run_label", row -> row.text("run_id")))
        .containsExactly(text(kept));
  }

  private void request(String key, UUID created, UUID shown) throws SQLException {
    execute(
        """
        INSERT INTO idempotency_key (id, fingerprint, created_id, run_id, claimed_by,
                                     claimed_until, expires_at)
        VALUES (?, 'f', ?, ?, 'here#1', CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)\
        """,
        key,
        text(created),
        text(shown));
  }

  private void tellWebhook(UUID run) throws SQLException {
    execute(
        """
        INSERT INTO webhook_delivery (webhook_id, run_id, sequence, event, happened_at, status,
                                      attempts, epoch, due_at)
        VALUES ('w', ?, 3, 'run.completed', CURRENT_TIMESTAMP, 'PENDING', 0, 0, CURRENT_TIMESTAMP)\
        """,
        run.toString());
  }

  private List<String> tombstones() {
    return new Database(database()).rows("SELECT run_id FROM tombstone", row -> row.text("run_id"));
  }

  @Test
  void keepsARunThatIsRetriedAfterThePlan() throws SQLException {
    UUID retried = failed("acme", "surveyor", 20);
    UUID failedAgain = failed("acme", "surveyor", 19);
    UUID gone = failed("acme", "surveyor", 18);
    Retention retention = retention("- keep: {age: P7D}");
    RetentionPlan plan = retention.plan(ALL, NOW);
    queue.retry(retried, new ControlEvent.Retried("ana", NOW));
    queue.retry(failedAgain, new ControlEvent.Retried("ana", NOW));
    release(failedAgain, new LifecycleEvent.Failed(new Failure("again", "again")));

    Retention.PlanResult pass = retention.execute(plan, () -> false);

    assertThat(pass.erased()).containsExactly(gone);
    assertThat(pass.skipped()).containsExactly(retried, failedAgain);
    assertThat(journal.read(retried, Position.START, 10)).hasSize(4);
    admitted(retried); // it still exists
    assertThat(erasures.leftovers(ALL_LEFT, 10)).extracting(ErasedRun::run).containsExactly(gone);
  }

  @RepeatedTest(20) // the race rarely shows
  void eitherErasesOrRetries() throws Exception {
    UUID run = failed("acme", "surveyor", 20);
    EndedRun seen = ended.find(run).orElseThrow();
    Callable<Boolean> erase = () -> erasures.erase(seen) == RunEraser.Result.ERASED;
    Callable<Boolean> retry = () -> queue.retry(run, new ControlEvent.Retried("ana", NOW));
    try (var threads = Executors.newFixedThreadPool(3)) {
      List<Future<Boolean>> done = threads.invokeAll(List.of(erase, retry, erase));
      boolean erased = done.get(0).get() || done.get(2).get();

      assertThat(done.get(0).get() && done.get(2).get()).as("erased twice").isFalse();
      assertThat(erased).isNotEqualTo(done.get(1).get());
      assertThat(journal.read(run, Position.START, 10)).hasSize(erased ? 3 : 4);
      assertThat(table.rows(RunSql.ROW, RunRow::read, run)).hasSize(erased ? 0 : 1);
    }
  }

  @Test
  void continuesAnErasureThatWasInterrupted() throws SQLException {
    UUID run = completed("acme", "surveyor", 20);
    UUID other = completed("acme", "surveyor", 20);
    var phases =
        IntStream.range(0, 1200).mapToObj(i -> new PhaseEvent.Started("p" + i, "", NOW)).toList();
    execute("DELETE FROM event WHERE run_id = ? AND sequence > 1", run.toString());
    execute("UPDATE run SET last_sequence = 1 WHERE id = ?", run.toString());
    var before = ended.find(run).orElseThrow();
    journal
        .append(new Writer(run, "acme", before.epoch()), journal.position(run, 1), phases)
        .await();
    assertThat(erasures.erase(ended.find(run).orElseThrow())).isEqualTo(RunEraser.Result.ERASED);
    execute("DELETE FROM event WHERE run_id = ? AND sequence > 701", run.toString());

    assertThat(TestDatabases.erasure(database()).erase(run)).isEqualTo(701);

    assertThat(TestDatabases.erasure(database()).erase(run)).as("nothing is left").isZero();
    assertThat(journal.read(other, Position.START, 10)).hasSize(3);
  }

  @Test
  void keepsARunUntilItsForksAreErased() throws SQLException {
    UUID parent = completed("acme", "surveyor", 20);
    UUID fork = completed("acme", "surveyor", 19);
    execute(
        "UPDATE run SET parent = ?, parent_sequence = 1 WHERE id = ?", text(parent), text(fork));
    Retention retention = retention("- keep: {age: P7D}");

    RetentionPlan plan = retention.plan(ALL, NOW);

    assertThat(ids(plan)).containsExactly(fork);
    assertThat(plan.kept())
        .extracting(kept -> kept.run().id(), RetentionPlan.Kept::reason)
        .containsExactly(tuple(parent, "its forks must be erased first; forks: 1"));
    assertThat(retention.erase(parent, "a test")).isInstanceOf(Retention.Answer.Kept.class);
    retention.execute(plan, () -> false);
    assertThat(ids(retention.plan(ALL, NOW))).containsExactly(parent);
    assertThat(retention.erase(parent, "a test")).isInstanceOf(Retention.Answer.Erased.class);
  }

  @Test
  void keepsAChildRunUntilItsParentHasEnded() throws SQLException {
    UUID head = submitted("acme", "chief");
    UUID worker = completed("acme", "surveyor", 20);
    execute("UPDATE run SET works_for = ? WHERE id = ?", text(head), text(worker));
    Retention retention = retention("- keep: {age: P7D}");

    RetentionPlan plan = retention.plan(ALL, NOW);

    assertThat(plan.due()).isEmpty();
    assertThat(plan.kept())
        .extracting(kept -> kept.run().id(), RetentionPlan.Kept::reason)
        .containsExactly(
            tuple(worker, "its parent run has not ended and may still read its answer"));
    assertThat(retention.erase(worker, "a test")).isInstanceOf(Retention.Answer.Kept.class);
    release(head, new LifecycleEvent.Completed("done"));
    end(head, 1);
    assertThat(ids(retention.plan(ALL, NOW))).containsExactly(worker);
    assertThat(retention.erase(worker, "a test")).isInstanceOf(Retention.Answer.Erased.class);
  }

  @Test
  void keepsARunThatIsForkedAfterThePlan() throws SQLException {
    UUID parent = completed("acme", "surveyor", 20);
    Retention retention = retention("- keep: {age: P7D}");
    RetentionPlan plan = retention.plan(ALL, NOW);
    execute(
        "UPDATE run SET parent = ? WHERE id = ?",
        text(parent),
        text(submitted("acme", "surveyor")));

    assertThat(retention.execute(plan, () -> false).skipped()).containsExactly(parent);

    assertThat(journal.read(parent, Position.START, 10)).hasSize(3);
    assertThat(erasures.leftovers(ALL_LEFT, 10)).isEmpty();
  }

  @Test
  void saysWhyItErasesNoRunThatHasNotEnded() {
    Retention retention = retention("- keep: {age: P7D}");
    UUID queued = submitted("acme", "surveyor");

    assertThat(retention.erase(queued, "ana"))
        .isEqualTo(new Retention.Answer.NotEnded(RunStatus.QUEUED));
    assertThat(retention.erase(UUID.randomUUID(), "ana"))
        .isEqualTo(new Retention.Answer.NotFound());
  }

  @Test
  void saysWhatHappenedToARunThatItWasAboutToErase() throws SQLException {
    UUID forked = completed("acme", "surveyor", 20);
    UUID fork = submitted("acme", "surveyor");
    UUID retried = failed("acme", "surveyor", 20);
    UUID failedAgain = failed("acme", "surveyor", 20);
    UUID gone = failed("acme", "surveyor", 20);
    Map<UUID, EndedRun> seen =
        Stream.of(forked, retried, failedAgain, gone)
            .map(run -> ended.find(run).orElseThrow())
            .collect(Collectors.toMap(EndedRun::id, run -> run));
    execute("UPDATE run SET parent = ? WHERE id = ?", text(forked), text(fork));
    queue.retry(retried, new ControlEvent.Retried("ana", NOW));
    queue.retry(failedAgain, new ControlEvent.Retried("ana", NOW));
    release(failedAgain, new LifecycleEvent.Failed(new Failure("again", "again")));
    execute("DELETE FROM run WHERE id = ?", text(gone));
    var stale =
        new EndedRuns(table, TestDatabases.sizes(database())) {
          @Override
          public Optional<EndedRun> find(UUID id) {
            return Optional.ofNullable(seen.get(id));
          }
        };
    var retention =
        new Retention(plans("[]"), stale, idle(rules("[]")), erasures, Clock.systemUTC());

    assertThat(retention.erase(forked, "ana")).isInstanceOf(Retention.Answer.Kept.class);
    assertThat(retention.erase(retried, "ana"))
        .isEqualTo(new Retention.Answer.NotEnded(RunStatus.QUEUED));
    assertThat(retention.erase(failedAgain, "ana")).isEqualTo(new Retention.Answer.Changed());
    assertThat(retention.erase(gone, "ana")).isEqualTo(new Retention.Answer.NotFound());
  }

  @Test
  void removesLargePayloadsThatNoRecordContainsAnyMore() throws SQLException {
    String shared = "x".repeat(100_000);
    UUID one = failedWith(shared);
    UUID two = failedWith(shared);
    long size = ended.bytes(List.of(ended.find(one).orElseThrow())).getOrDefault(one, 0L);
    assertThat(size).isBetween(100_000L, 101_000L);
    execute("UPDATE blob SET touched_at = ?", Timestamp.from(NOW.minus(Duration.ofMinutes(61))));

    erase(one);
    assertThat(TestDatabases.blobSweep(database()).sweep(NOW)).as("in use").isZero();
    assertThat(journal.read(two, Position.START, 10)).hasSize(3);
    erase(two);
    assertThat(TestDatabases.blobSweep(database()).sweep(NOW.minus(Duration.ofMinutes(2))))
        .as("touched lately")
        .isZero();
    assertThat(TestDatabases.blobSweep(database()).sweep(NOW)).isEqualTo(1);
    assertThat(TestDatabases.blobSweep(database()).sweep(NOW)).isZero();
  }

  private UUID failedWith(String message) throws SQLException {
    UUID run = submitted("acme", "surveyor");
    release(run, new LifecycleEvent.Failed(new Failure("broken", message)));
    return end(run, 20);
  }

  private void erase(UUID run) {
    assertThat(erasures.erase(ended.find(run).orElseThrow())).isEqualTo(RunEraser.Result.ERASED);
    assertThat(TestDatabases.erasure(database()).erase(run)).isEqualTo(3);
  }

  private static String text(UUID run) {
    return run.toString();
  }

  private RetentionPlan plan(String rules) {
    return plans(rules).plan(ALL, NOW, 100);
  }

  private Retention retention(String rules) {
    return new Retention(plans(rules), ended, idle(rules(rules)), erasures, Clock.systemUTC());
  }

  private RetentionPlans plans(String rules) {
    return new RetentionPlans(new EndedRunParts(table), ended, idle(rules(rules)), rules(rules));
  }

  private IdleRuns idle(RetentionRules rules) {
    return new IdleRuns(table, rules, queue);
  }

  private RetentionRules rules(String rules) {
    try {
      Path file = Files.writeString(directory.resolve("retention.yaml"), rules);
      return new RetentionRules(
          Optional.of(file), Optional.empty(), Optional.empty(), Optional.empty());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<UUID> ids(RetentionPlan plan) {
    return plan.due().stream().map(due -> due.run().id()).toList();
  }

  private long size(UUID run) {
    return journal.read(run, Position.START, 10).stream()
        .mapToLong(event -> event.payload().length())
        .sum();
  }

  private UUID completed(String tenant, String agent, int daysAgo) throws SQLException {
    UUID run = submitted(tenant, agent);
    release(run, new LifecycleEvent.Completed("done ".repeat(30 + daysAgo)));
    return end(run, daysAgo);
  }

  private UUID failed(String tenant, String agent, int daysAgo) throws SQLException {
    UUID run = submitted(tenant, agent);
    release(run, new LifecycleEvent.Failed(new Failure("broken", "it broke")));
    return end(run, daysAgo);
  }

  private UUID cancelled(String tenant, String agent, int daysAgo) throws SQLException {
    UUID run = submitted(tenant, agent);
    queue.cancel(run, new ControlEvent.Cancelled("ana", "enough"));
    return end(run, daysAgo);
  }

  private UUID submitted(String tenant, String agent) {
    UUID id = UUID.randomUUID();
    queue.add(new NewRun(id, tenant, agent, "v", new JsonValue("{}"), "workspace", "ana"));
    return id;
  }

  private void release(UUID run, RunEvent event) {
    var admitted = admitted(run);
    claims.release(admitted.claim(), admitted.head(), event).await();
  }

  private ClaimResult.Admitted admitted(UUID run) {
    return (ClaimResult.Admitted)
        claims.claim(run, "here#1", Duration.ofSeconds(30), Optional.of(1L));
  }

  private UUID end(UUID run, int daysAgo) throws SQLException {
    execute(
        "UPDATE run SET updated_at = ? WHERE id = ?",
        Timestamp.from(NOW.minus(Duration.ofDays(daysAgo))),
        run.toString());
    return run;
  }

  private void execute(String sql, Object... parameters) throws SQLException {
    try (Connection connection = database().getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      statement.executeUpdate();
    }
  }
}
