package dev.reprise.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Role;
import dev.reprise.agent.Template;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.run.fork.Forks;
import dev.reprise.run.message.MessageInbox;
import dev.reprise.run.message.MessageSignal;
import dev.reprise.run.message.PostedMessage;
import dev.reprise.run.queue.ClaimResult;
import dev.reprise.run.queue.Claims;
import dev.reprise.run.queue.ExpiredLeases;
import dev.reprise.run.queue.FairShareSettings;
import dev.reprise.run.queue.LostInMemoryRuns;
import dev.reprise.run.queue.QueueInspector;
import dev.reprise.run.queue.QueueLimit;
import dev.reprise.run.queue.QueueReservations;
import dev.reprise.run.queue.QueueSignal;
import dev.reprise.run.queue.QueuedReason;
import dev.reprise.run.queue.RunQueue;
import dev.reprise.run.queue.SuspectRuns;
import dev.reprise.run.state.HolderFailures;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every database must do for the queue, the claims and the sweep. */
abstract class RunsContract {

  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final String HERE = "here#1";
  private static final String THERE = "there#1";
  private static final String KEY = "k1=" + "A".repeat(43) + "=";

  /** Derby's clock counts milliseconds, and the order of two runs in the same one is undefined. */
  private static final Duration BETWEEN_TIMESTAMPS = Duration.ofMillis(3);

  private static final AgentDefinition AGENT =
      Agents.agent("surveyor")
          .phases(new Phase("survey", new Template("look"), List.of(), true, Limits.OF_A_PHASE))
          .build();

  private static final AgentDefinition FORKED_AGENT = Agents.agent("agent").phase("only").build();

  private final AtomicInteger signals = new AtomicInteger();
  private final Map<UUID, Long> signalled = new ConcurrentHashMap<>();
  private TestDatabases.OpenJournal opened;
  private Journal journal;
  private MessageInbox messages;
  private Forks forks;
  private RunTable table;
  private RunQueue queue;
  private QueueLimit limit;
  private UnclaimedRuns unclaimed;
  private QueueSignal due;
  private ReasonEncryption reasons;
  private Claims claims;
  private ExpiredLeases lost;
  private LostInMemoryRuns records;

  abstract DataSource database();

  @BeforeEach
  void aQueueWithNothingInIt() throws SQLException {
    execute("DELETE FROM run_message");
    execute("DELETE FROM event");
    execute("DELETE FROM run");
    opened = TestDatabases.journal(database());
    journal = opened.journal();
    table = new RunTable(database());
    unclaimed = new UnclaimedRuns(table, journal);
    due = new QueueSignal();
    due.listen(signals::incrementAndGet);
    var texts = new TextEncryption(KeySource.of(KeyRing.EMPTY));
    reasons = new ReasonEncryption(texts, Redaction.none());
    limit = new QueueLimit(10_000, table, Clock.systemUTC());
    queue = queue(new FairShareSettings());
    claims = new Claims(table, unclaimed, journal, Clock.systemUTC());
    lost = new ExpiredLeases(table);
    records = new LostInMemoryRuns(table, journal);
    var posted = new MessageSignal();
    posted.listen((run, number) -> signalled.put(run, number));
    messages = new MessageInbox(table, posted, texts, Redaction.none(), reasons);
    forks = new Forks(table, journal, messages, due, limit, Clock.systemUTC());
  }

  private RunQueue queue(FairShareSettings shares) {
    var reservations = new QueueReservations(table, shares, Clock.systemUTC());
    return new RunQueue(table, unclaimed, journal, due, reasons, reservations, limit);
  }

  @AfterEach
  void close() {
    opened.close();
  }

  @Test
  void readsTheProgressOfManyRuns() {
    List<UUID> runs = new ArrayList<>();
    for (int i = 0; i < 112; i++) {
      runs.add(queued());
    }
    var heads = new JournalHeads(table, journal);

    for (int count : List.of(0, 1, 2, 10, 11, 100, 101, 112)) {
      List<UUID> some = new ArrayList<>(runs.subList(0, count));
      some.add(UUID.randomUUID());
      assertThat(heads.of(some))
          .containsExactlyInAnyOrderElementsOf(
              runs.subList(0, count).stream()
                  .map(run -> new JournalHeads.Head(run, RunStatus.QUEUED, 1))
                  .toList());
    }
    assertThat(heads.of(List.of())).isEmpty();
  }

  @Test
  void reservesRunsInTheOrderInWhichTheyBecameDue() throws InterruptedException {
    UUID first = queued();
    Thread.sleep(BETWEEN_TIMESTAMPS);
    UUID second = queued();
    Thread.sleep(BETWEEN_TIMESTAMPS);
    UUID third = queued();

    assertThat(queue.reserve(HERE, LEASE, 2)).extracting(RunRow::id).containsExactly(first, second);
    assertThat(queue.reserve(THERE, LEASE, 2)).extracting(RunRow::id).containsExactly(third);
    assertThat(queue.reserve(HERE, LEASE, 2)).isEmpty();
    assertThat(signals).hasValue(3);
  }

  @Test
  void reservesEachRunForOneOfManyDispatchers() throws Exception {
    for (int i = 0; i < 40; i++) {
      queued();
    }
    Callable<List<RunRow>> dispatcher = () -> queue.reserve(HERE, LEASE, 10);
    List<UUID> reserved = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(8)) {
      while (reserved.size() < 40) {
        for (Future<List<RunRow>> some : threads.invokeAll(Collections.nCopies(8, dispatcher))) {
          some.get().forEach(row -> reserved.add(row.id()));
        }
      }
    }
    assertThat(reserved).hasSize(40).doesNotHaveDuplicates();
  }

  @Test
  void reservesARunAgainWhenItsLeaseHasExpired() throws SQLException {
    UUID run = queued();
    queue.reserve(THERE, LEASE, 1);
    letLeaseRunOut(run);

    assertThat(queue.reserve(HERE, LEASE, 1)).extracting(RunRow::id).containsExactly(run);
  }

  @Test
  void reservesAReleasedRunAgainAfterItsDelay() throws SQLException {
    UUID run = queued();
    queue.reserve(HERE, LEASE, 1);

    queue.release(run, HERE, Duration.ofHours(1));

    assertThat(queue.reserve(HERE, LEASE, 1)).isEmpty();
    execute("UPDATE run SET due_at = created_at WHERE id = ?", run);
    assertThat(queue.reserve(HERE, LEASE, 1)).extracting(RunRow::id).containsExactly(run);
  }

  @RepeatedTest(20) // the race rarely shows
  void admitsOneOfManyJobs() throws Exception {
    UUID run = queued();
    Callable<ClaimResult> job = () -> claims.claim(run, HERE, LEASE, Optional.of(7L));
    List<ClaimResult> admissions = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (Future<ClaimResult> one : threads.invokeAll(Collections.nCopies(8, job))) {
        admissions.add(one.get());
      }
    }
    assertThat(admissions).filteredOn(ClaimResult.Admitted.class::isInstance).hasSize(1);
    assertThat(admissions)
        .filteredOn(ClaimResult.Refused.class::isInstance)
        .allSatisfy(
            refused ->
                assertThat(((ClaimResult.Refused) refused).why())
                    .startsWith("run " + run + " is held by here#1 until "));
    assertThat(events(run)).containsExactly("run.submitted", "run.admitted");
    assertThat(row(run).execution()).contains(7L);
  }

  @Test
  void refusesAMissingRun() {
    UUID unknown = UUID.randomUUID();

    assertThat(claims.claim(unknown, HERE, LEASE, Optional.of(1L)))
        .isEqualTo(new ClaimResult.Refused("there is no run " + unknown));
  }

  @Test
  void admitsARunWithAnExpiredLeaseAndFencesItsHolder() throws SQLException {
    UUID run = queued();
    var before = admitted(run, THERE);
    letLeaseRunOut(run);

    var after = admitted(run, HERE);

    assertThat(after.claim().epoch()).isGreaterThan(before.claim().epoch());
    assertThat(claims.renew(before.claim(), LEASE)).isFalse();
    assertThatThrownBy(
            () ->
                claims
                    .release(
                        before.claim(),
                        before.head(),
                        new ControlEvent.Paused("ana", Optional.empty(), Optional.empty()))
                    .await())
        .isInstanceOf(StaleEpochException.class);
    assertThat(row(run).status()).isEqualTo(RunStatus.RUNNING);
    assertThat(events(run)).containsExactly("run.submitted", "run.admitted", "run.admitted");
  }

  @Test
  void refusesAnEventOfAnOldEpoch() throws SQLException {
    UUID run = queued();
    admitted(run, THERE);
    execute("UPDATE run SET epoch = -1 WHERE id = ?", run);
    letLeaseRunOut(run);
    admitted(run, HERE);

    assertThatThrownBy(() -> ReplayedRun.from(journal, run, AGENT))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 3: was written under epoch 0, after one of epoch 1");
  }

  @Test
  void namesTheNewestCheckpointInTheRowTogetherWithItsEvent() throws SQLException {
    UUID run = queued();
    var before = admitted(run, THERE);
    assertThat(row(run).checkpoint()).isEmpty();

    Position end =
        Checkpoint.append(journal, before.claim(), before.head(), RunState.of(AGENT)).await();

    assertThat(row(run).checkpoint()).contains(end.sequence());
    assertThat(row(run).head()).isEqualTo(end);
    assertThat(ReplayedRun.from(journal, run, AGENT, row(run).checkpoint()))
        .isEqualTo(
            new ReplayedRun(
                RunState.of(AGENT),
                end,
                end.sequence(),
                before.claim().tenant(),
                before.claim().epoch()));
    letLeaseRunOut(run);
    admitted(run, HERE);
    var late = Checkpoint.append(journal, before.claim(), end, RunState.of(AGENT));
    assertThatThrownBy(late::await).isInstanceOf(StaleEpochException.class);
    assertThat(row(run).checkpoint()).contains(end.sequence());
  }

  @Test
  void extendsARenewedLease() throws SQLException {
    UUID run = queued();
    Claim claim = admitted(run, HERE).claim();
    letLeaseRunOut(run);

    assertThat(claims.renew(claim, LEASE)).isTrue();

    assertThat(lost.expired(HERE)).isEmpty();
    assertThat(claims.heldBy(HERE)).containsExactly(new Claims.Held(claim, false, false, 0));
  }

  @Test
  void queuesARunOfADeadHolderOnceThoughSeveralServersSweep() throws Exception {
    UUID run = queued();
    Claim claim = admitted(run, THERE).claim();
    assertThat(lost.expired(HERE)).isEmpty();
    letLeaseRunOut(run);

    assertThat(lost.expired(HERE)).containsExactly(claim);
    Callable<Boolean> sweep = () -> lost.requeue(claim);
    int requeued = 0;
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (Future<Boolean> one : threads.invokeAll(Collections.nCopies(4, sweep))) {
        requeued += one.get() ? 1 : 0;
      }
    }
    assertThat(requeued).isEqualTo(1);
    assertThat(queue.reserve(HERE, LEASE, 1)).extracting(RunRow::id).containsExactly(run);
    assertThat(claims.requeue(claim, Duration.ZERO)).isFalse();
  }

  @Test
  void countsAdmissionsUntilTheRecordWasRead() throws SQLException {
    UUID run = queued();
    for (int i = 0; i < 2; i++) {
      Claim claim = admitted(run, HERE).claim();
      claims.requeue(claim, Duration.ZERO);
    }
    assertThat(row(run).holderFailures()).isEqualTo(new HolderFailures(2, 0, 0));

    Claim claim = admitted(run, HERE).claim();
    claims.resetAdmissions(claim);

    assertThat(row(run).holderFailures()).isEqualTo(HolderFailures.NONE);
    claims.requeue(claim, Duration.ZERO);
    assertThat(row(run).holderFailures().admissionsWithNext()).isEqualTo(1);
  }

  @Test
  void requeuesARunWithTheReasonAfterItsDurableEvents() {
    UUID run = queued();
    var admitted = admitted(run, HERE);
    journal
        .append(
            admitted.claim().writer(),
            admitted.head(),
            List.of(new PhaseEvent.Started("survey", "look", Instant.EPOCH)))
        .await();
    var why =
        new LifecycleEvent.BrokeDown(HERE, new Failure("broke_down", "no memory"), Instant.EPOCH);

    assertThat(claims.requeue(admitted.claim(), Duration.ofHours(1), why)).isTrue();

    assertThat(row(run).status()).isEqualTo(RunStatus.QUEUED);
    assertThat(events(run))
        .containsExactly("run.submitted", "run.admitted", "phase.started", "run.broke-down");
    assertThat(queue.reserve(HERE, LEASE, 1)).as("it is not due yet").isEmpty();
    assertThat(claims.requeue(admitted.claim(), Duration.ZERO, why)).as("it is not held").isFalse();
  }

  @Test
  void chargesTheEndOfAServerToTheOnlyRunThatItHeld() throws SQLException {
    UUID alone = queued();
    lose(alone, THERE);

    admitted(alone, HERE);

    assertThat(admissionsBeside(alone)).containsExactly(Optional.empty(), Optional.empty());
  }

  @Test
  void chargesTheEndOfAServerToNoneOfSeveralRunsThatItHeld() throws SQLException {
    List<UUID> runs = List.of(queued(), queued(), queued());
    for (UUID run : runs) {
      admitted(run, THERE);
    }
    for (UUID run : runs) { // when each lease turns out to be over
      letLeaseRunOut(run);
      lost.expired(HERE).forEach(lost::requeue);
    }

    for (UUID run : runs) {
      admitted(run, HERE);
      assertThat(admissionsBeside(run)).containsExactly(Optional.empty(), Optional.of(2));
      assertThat(row(run).holderFailures()).isEqualTo(new HolderFailures(1, 1, 0));
    }
  }

  @Test
  void resumesSuspectsAFewAtATimeAndOthersBesideThem() throws SQLException {
    List<UUID> suspects = lost(HolderFailures.SUSPECT, SuspectRuns.GROUP + 2);
    UUID fresh = queued();

    List<UUID> first = reserved(HERE);

    assertThat(first).hasSize(1 + SuspectRuns.GROUP).contains(fresh);
    assertThat(reserved(HERE)).as("while these are about to begin").isEmpty();
    UUID next = first.stream().filter(suspects::contains).findFirst().orElseThrow();
    var admitted = admitted(next, HERE);
    assertThat(reserved(HERE)).as("while a holder has them").isEmpty();

    stepForward(admitted);

    assertThat(row(next).holderFailures()).isEqualTo(HolderFailures.NONE);
    assertThat(reserved(HERE)).as("in the place of the one that is cleared").hasSize(1);
    assertThat(reserved("elsewhere#1")).as("another server has its own").hasSize(1);
  }

  @Test
  void resumesPrimeSuspectsOneByOneAfterAllOthers() throws SQLException {
    List<UUID> prime = lost(HolderFailures.PRIME_SUSPECT, 2);
    List<UUID> suspects = lost(HolderFailures.SUSPECT, 2);

    assertThat(reserved(HERE)).containsExactlyInAnyOrderElementsOf(suspects);
    assertThat(reserved(HERE)).as("beside suspects").isEmpty();
    for (UUID suspect : suspects) {
      stepForward(admitted(suspect, HERE));
    }
    List<UUID> first = reserved(HERE);
    assertThat(first).hasSize(1);
    assertThat(reserved(HERE)).as("beside a prime suspect").isEmpty();
    assertThat(reserved(THERE)).as("there is one for each server").hasSize(1);
    assertThat(prime).containsAll(first);
  }

  @Test
  void chargesAPrimeSuspectWithTheEndOfItsServerWhateverElseThatHeld() throws SQLException {
    UUID poison = lost(HolderFailures.PRIME_SUSPECT, 1).getFirst();
    admitted(poison, THERE);
    UUID fresh = queued();
    admitted(fresh, THERE);
    letLeaseRunOut(poison);
    letLeaseRunOut(fresh);
    lost.expired(HERE).forEach(lost::requeue);
    assertThat(new QueueInspector(table, new FairShareSettings()).place(poison).orElseThrow().why())
        .isEqualTo(new QueuedReason.Suspected(HolderFailures.PRIME_SUSPECT + 1));

    admitted(poison, HERE);
    admitted(fresh, HERE);

    assertThat(admissionsBeside(poison)).last().isEqualTo(Optional.empty());
    assertThat(journal.read(poison, Position.START, 99).getLast().event())
        .isInstanceOfSatisfying(
            LifecycleEvent.Admitted.class,
            it -> assertThat(it.losses()).contains(HolderFailures.PRIME_SUSPECT + 1));
    assertThat(admissionsBeside(fresh)).last().isEqualTo(Optional.of(1));
  }

  /** Returns queued runs, each of which this many servers have lost in a row. */
  private List<UUID> lost(int servers, int runs) throws SQLException {
    List<UUID> lost = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      lost.add(queued());
      for (int j = 0; j < servers; j++) {
        lose(lost.getLast(), THERE);
      }
    }
    return lost;
  }

  private List<UUID> reserved(String owner) {
    return queue.reserve(owner, LEASE, 20).stream().map(RunRow::id).toList();
  }

  private void stepForward(ClaimResult.Admitted admitted) {
    List<RunEvent> step = List.of(new PhaseEvent.Started("survey", "look", Instant.EPOCH));
    Claims.appendProgress(journal, admitted.claim(), admitted.head(), step).await();
  }

  private void lose(UUID run, String owner) throws SQLException {
    admitted(run, owner);
    letLeaseRunOut(run);
    lost.expired(HERE).forEach(lost::requeue);
  }

  private List<Optional<Integer>> admissionsBeside(UUID run) {
    return journal.read(run, Position.START, 99).stream()
        .flatMap(it -> it.event() instanceof LifecycleEvent.Admitted one ? Stream.of(one) : null)
        .map(LifecycleEvent.Admitted::beside)
        .toList();
  }

  @Test
  void findsRunsOfDeadHoldersPageByPage() throws SQLException {
    for (int i = 0; i < 503; i++) {
      queued();
    }
    execute("UPDATE run SET status = 'RUNNING', owner = 'gone#1', lease_until = created_at");

    List<Claim> first = lost.expired(HERE);
    assertThat(first).hasSize(500);
    first.forEach(lost::requeue);

    List<Claim> second = lost.expired(HERE);
    assertThat(second).hasSize(3).doesNotContainAnyElementsOf(first);
    second.forEach(lost::requeue);
    assertThat(lost.expired(HERE)).isEmpty();
  }

  @Test
  void expiresOnlyTheLeasesOfAServersEarlierStarts() {
    UUID mine = queued();
    UUID others = queued();
    Claim dead = admitted(mine, "here#0").claim();
    admitted(others, THERE);

    assertThat(lost.expireEarlierStarts("here", HERE)).isEqualTo(1);

    assertThat(lost.expired(HERE)).containsExactly(dead);
  }

  @Test
  void releasesARunWithRecordAndRowTogether() {
    UUID run = queued();
    var admitted = admitted(run, HERE);

    claims.release(admitted.claim(), admitted.head(), new LifecycleEvent.Completed("done")).await();

    assertThat(row(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(events(run)).containsExactly("run.submitted", "run.admitted", "run.completed");
    assertThat(claims.heldBy(HERE)).isEmpty();
    assertThat(claims.claim(run, HERE, LEASE, Optional.of(8L)))
        .isEqualTo(new ClaimResult.AlreadyEnded(RunStatus.COMPLETED));
  }

  @Test
  void knowsWhichRunsAnEarlierStartEndedJustBeforeItsOwnEnd() throws SQLException {
    UUID before = completedBy("here#0", 1);
    UUID last = completedBy("here#0", 2);
    completedBy("there#0", 3);
    completedBy(HERE, 4);
    completedBy("here#0", Optional.empty()); // without a job
    execute(
        "UPDATE run SET updated_at = {fn TIMESTAMPADD(SQL_TSI_MINUTE, -2, updated_at)}"
            + " WHERE id = '%s'".formatted(before));

    assertThat(lost.endedLast("here", HERE)).isEqualTo(Map.of(last, 2L));
  }

  @Test
  void keepsTheSubmitterOfARunWhateverHappensToIt() throws SQLException {
    UUID run = queued();
    String before = submittedBy(run);
    var admitted = admitted(run, HERE);
    claims.release(admitted.claim(), admitted.head(), new LifecycleEvent.HandedOver(HERE)).await();
    admitted(run, THERE);

    assertThat(submittedBy(run)).isEqualTo(before).isEqualTo("ana");
  }

  @Test
  void keepsTheRoleOfTheUserWhoSubmitsOrForksARun() throws SQLException {
    UUID run = UUID.randomUUID();
    queue.add(
        new NewRun(run, "default", "surveyor", "v", new JsonValue("{}"), "workspace", "ana")
            .submittedAs(Optional.of(Role.ADMIN))
            .withPriority(1));
    NewFork fork = newFork(Optional.empty()).submittedAs(Optional.of(Role.OPERATOR));
    forks.add(fork, point(run, 1));

    assertThat(submitterRole(run)).contains(Role.ADMIN);
    assertThat(submitterRole(fork.id())).as("of its own").contains(Role.OPERATOR);
    assertThat(submitterRole(queued())).isEmpty();
    assertThat(submitterRole(forked(run, 1, Optional.empty()))).as("not the run's").isEmpty();
  }

  private Optional<Role> submitterRole(UUID run) throws SQLException {
    return text("submitter_role", run).map(Role::valueOf);
  }

  private String submittedBy(UUID run) throws SQLException {
    return text("submitted_by", run).orElseThrow();
  }

  private Optional<String> text(String column, UUID run) throws SQLException {
    try (Connection connection = database().getConnection();
        PreparedStatement statement =
            connection.prepareStatement("SELECT " + column + " FROM run WHERE id = ?")) {
      statement.setString(1, run.toString());
      try (ResultSet row = statement.executeQuery()) {
        assertThat(row.next()).isTrue();
        return Optional.ofNullable(row.getString(1));
      }
    }
  }

  private UUID completedBy(String owner, long execution) {
    return completedBy(owner, Optional.of(execution));
  }

  private UUID completedBy(String owner, Optional<Long> execution) {
    UUID run = queued();
    var admitted = (ClaimResult.Admitted) claims.claim(run, owner, LEASE, execution);
    claims.release(admitted.claim(), admitted.head(), new LifecycleEvent.Completed("done")).await();
    return run;
  }

  @Test
  void wakesARunOnceWhenItsTimeHasCome() {
    UUID soon = waiting(Instant.EPOCH);
    UUID later = waiting(Instant.parse("2999-01-01T00:00:00Z"));

    assertThat(queue.wake()).isEqualTo(1);
    assertThat(queue.wake()).isZero();

    assertThat(queue.reserve(HERE, LEASE, 5)).extracting(RunRow::id).containsExactly(soon);
    assertThat(row(later).status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  void resolvesOnlyWaitingRuns() {
    UUID run = queued();
    var verdict =
        new HumanInputEvent.Resolved("work", 1, "a", OperatorVerdict.FAILED, "", "ana", "I looked");

    assertThat(queue.resolve(run, row(run).head(), verdict)).isFalse();
    assertThat(events(run)).containsExactly("run.submitted");
  }

  @Test
  void recordsADecisionOnlyIfTheRunIsUnchangedSince() {
    UUID run = waiting(Instant.EPOCH);
    Position seen = row(run).head();
    queue.wake();
    var admitted = admitted(run, HERE);
    var again = new LifecycleEvent.Waiting("approval", "b", Optional.empty());
    claims.release(admitted.claim(), admitted.head(), again).await();
    var word =
        new HumanInputEvent.Decided(
            "work", 1, "a", true, "ana", Instant.EPOCH, Optional.empty(), Optional.of("digest"));

    assertThat(queue.resolve(run, seen, word)).isFalse();

    assertThat(events(run)).doesNotContain("tool-call.decided");
    assertThat(row(run).status()).isEqualTo(RunStatus.WAITING);
    assertThat(queue.resolve(run, row(run).head(), word)).isTrue();
    assertThat(queue.resolve(run, row(run).head(), word)).as("it is queued").isFalse();
    assertThat(events(run)).containsOnlyOnce("tool-call.decided");
  }

  @Test
  void recordsOneOfManyConcurrentDecisions() throws Exception {
    UUID run = waiting(Instant.EPOCH);
    Position seen = row(run).head();
    var word =
        new HumanInputEvent.Decided(
            "work", 1, "a", true, "ana", Instant.EPOCH, Optional.empty(), Optional.of("digest"));
    Callable<Boolean> person = () -> queue.resolve(run, seen, word);

    List<Boolean> recorded = new ArrayList<>();
    try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var said : people.invokeAll(Collections.nCopies(8, person))) {
        recorded.add(said.get());
      }
    }

    assertThat(recorded).containsOnlyOnce(true);
    assertThat(events(run)).containsOnlyOnce("tool-call.decided");
  }

  @Test
  void cancelsAnUnclaimedRunAtOnce() {
    UUID run = queued();

    assertThat(queue.cancel(run, new ControlEvent.Cancelled("ana", "enough"))).isTrue();

    assertThat(row(run).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(events(run)).containsExactly("run.submitted", "run.cancelled");
    assertThat(queue.cancel(run, new ControlEvent.Cancelled("ana", "again"))).isFalse();
    assertThat(queue.reserve(HERE, LEASE, 1)).isEmpty();
  }

  @Test
  void recordsARequestForTheHolderOfARunningRun() {
    UUID run = queued();
    Claim claim = admitted(run, HERE).claim();

    assertThat(queue.cancel(run, new ControlEvent.Cancelled("ana", "enough"))).isTrue();
    assertThat(queue.cancel(run, new ControlEvent.Cancelled("bo", "me too"))).isTrue();

    assertThat(claims.heldBy(HERE)).containsExactly(new Claims.Held(claim, true, false, 0));
    assertThat(events(run)).containsExactly("run.submitted", "run.admitted");
  }

  @Test
  void keepsARequestAfterTheDeathOfTheHolder() throws SQLException {
    UUID run = queued();
    Claim claim = admitted(run, THERE).claim();
    queue.cancel(run, new ControlEvent.Cancelled("ana", "enough"));
    letLeaseRunOut(run);
    lost.requeue(claim);

    assertThat(queue.reserve(HERE, LEASE, 1))
        .singleElement()
        .extracting(RunRow::cancelRequested)
        .isEqualTo(true);
  }

  @Test
  void aCancelRequestThatComesJustBeforeTheRunWaitsIsNotLost() {
    UUID forAPerson = queued();
    var asking = admitted(forAPerson, HERE);
    UUID forATime = queued();
    var resting = admitted(forATime, HERE);
    UUID other = queued();
    var wanted = admitted(other, HERE);
    queue.cancel(forAPerson, new ControlEvent.Cancelled("ana", "enough"));
    queue.cancel(forATime, new ControlEvent.Cancelled("ana", "enough"));

    claims.release(asking.claim(), asking.head(), APPROVAL).await();
    releaseToWait(resting, Instant.parse("2999-01-01T00:00:00Z"));
    claims.release(wanted.claim(), wanted.head(), APPROVAL).await();

    assertThat(queue.wake()).isEqualTo(2);
    assertThat(queue.reserve(HERE, LEASE, 5))
        .extracting(RunRow::id, RunRow::cancelRequested)
        .containsExactlyInAnyOrder(tuple(forAPerson, true), tuple(forATime, true));
    assertThat(row(other).status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  void aCancelRequestThatComesDuringAPauseIsNotLost() {
    UUID run = queued();
    var admitted = admitted(run, HERE);
    queue.pause(run, paused("ana"));
    queue.cancel(run, new ControlEvent.Cancelled("bo", "enough"));

    claims.release(admitted.claim(), admitted.head(), paused("ana")).await();

    assertThat(queue.reserve(HERE, LEASE, 5))
        .extracting(RunRow::id, RunRow::cancelRequested)
        .containsExactly(tuple(run, true));
  }

  private static final RunEvent APPROVAL =
      new LifecycleEvent.Waiting("approval", "a person has to approve", Optional.empty());

  @Test
  void pausesAnUnclaimedRunAtOnceAndResumesIt() {
    UUID due = queued();
    UUID waiting = waiting(Instant.EPOCH);

    assertThat(queue.pause(due, paused("ana"))).isTrue();
    assertThat(queue.pause(waiting, paused("ana"))).isTrue();
    assertThat(queue.pause(due, paused("bo"))).isTrue(); // it is paused already

    assertThat(queue.wake()).as("time does not wake what is paused").isZero();
    assertThat(queue.reserve(HERE, LEASE, 5)).isEmpty();
    assertThat(events(due)).containsExactly("run.submitted", "run.paused");
    assertThat(queue.resume(due, resumed())).isTrue();
    assertThat(queue.resume(waiting, resumed())).isTrue();
    assertThat(queue.resume(due, resumed())).isFalse();
    assertThat(queue.reserve(HERE, LEASE, 5)).extracting(RunRow::id).contains(due, waiting);
  }

  @Test
  void tellsTheHolderOfARunToPauseItOnce() {
    UUID run = queued();
    var admitted = admitted(run, HERE);

    assertThat(queue.pause(run, paused("ana"))).isTrue();
    assertThat(queue.pause(run, paused("bo"))).isTrue();

    assertThat(claims.heldBy(HERE))
        .containsExactly(new Claims.Held(admitted.claim(), false, true, 0));
    claims.release(admitted.claim(), admitted.head(), paused("ana")).await();
    assertThat(queue.resume(run, resumed())).isTrue();
    assertThat(row(run).pauseRequested()).isFalse();
  }

  @Test
  void keepsAPauseRequestWhileARunWaits() {
    UUID run = queued();
    var admitted = admitted(run, HERE);
    queue.pause(run, paused("ana"));
    claims.release(admitted.claim(), admitted.head(), new LifecycleEvent.HandedOver(HERE)).await();

    assertThat(queue.reserve(HERE, LEASE, 1))
        .singleElement()
        .extracting(RunRow::pauseRequested)
        .isEqualTo(true);
  }

  @Test
  void withdrawsAPauseThatCameTooLateForTheJobOfARunThatWaits() {
    UUID run = queued();
    var admitted = admitted(run, HERE);
    queue.pause(run, paused("ana"));
    releaseToWait(admitted, Instant.EPOCH);
    assertThat(row(run).pauseRequested()).isTrue();

    assertThat(queue.resume(run, resumed())).isTrue();

    assertThat(row(run).pauseRequested()).isFalse();
    assertThat(row(run).status()).isEqualTo(RunStatus.WAITING);
    assertThat(queue.resume(run, resumed())).as("there is nothing to resume").isFalse();
    assertThat(events(run)).containsExactly("run.submitted", "run.admitted", "run.waiting");
  }

  @Test
  void withdrawsAPauseBeforeTheHolderOfTheRunSeesIt() {
    UUID run = queued();
    Claim claim = admitted(run, HERE).claim();
    queue.pause(run, paused("ana"));

    assertThat(queue.resume(run, resumed())).isTrue();

    assertThat(claims.heldBy(HERE)).containsExactly(new Claims.Held(claim, false, false, 0));
    assertThat(queue.resume(run, resumed())).isFalse();
  }

  @Test
  void pausesAWaitingRunWithAnEarlierPauseRequestAtOnce() {
    UUID run = queued();
    var admitted = admitted(run, HERE);
    queue.pause(run, paused("ana"));
    releaseToWait(admitted, Instant.EPOCH);

    assertThat(queue.pause(run, paused("bo"))).isTrue();

    assertThat(row(run).status()).isEqualTo(RunStatus.PAUSED);
    assertThat(row(run).pauseRequested()).isFalse();
  }

  @Test
  void migratesARunWithRecordAndRowTogether() {
    UUID run = waiting(Instant.parse("2999-01-01T00:00:00Z"));
    long epoch = row(run).epoch();

    assertThat(queue.migrate(run, row(run).head(), migrated("v2"))).isTrue();

    assertThat(row(run).agentVersion()).isEqualTo("v2");
    assertThat(row(run).status()).isEqualTo(RunStatus.QUEUED);
    assertThat(row(run).waitingFor()).isEmpty();
    assertThat(row(run).epoch()).isGreaterThan(epoch);
    assertThat(events(run))
        .containsExactly("run.submitted", "run.admitted", "run.waiting", "run.migrated");
    assertThat(queue.reserve(HERE, LEASE, 1)).extracting(RunRow::id).containsExactly(run);
  }

  @Test
  void migratesNoRunThatIsClaimedOrHasChangedSince() {
    UUID run = queued();
    Position decided = row(run).head();
    var admitted = admitted(run, HERE);

    assertThat(queue.migrate(run, decided, migrated("v2"))).isFalse();
    assertThat(queue.migrate(run, row(run).head(), migrated("v2"))).as("it is held").isFalse();
    releaseToWait(admitted, Instant.EPOCH);
    assertThat(queue.migrate(run, decided, migrated("v2"))).as("it moved on").isFalse();

    assertThat(row(run).agentVersion()).isEqualTo("v");
    assertThat(events(run)).containsExactly("run.submitted", "run.admitted", "run.waiting");
  }

  @Test
  void aMigrationResumesPausedRunsAndRetriesFailedOnes() {
    UUID paused = queued();
    queue.pause(paused, paused("ana"));
    UUID failed = queued();
    var admitted = admitted(failed, HERE);
    var failure = new LifecycleEvent.Failed(new Failure("broken", "it broke"));
    claims.release(admitted.claim(), admitted.head(), failure).await();

    assertThat(queue.migrate(paused, row(paused).head(), migrated("v2"))).isTrue();
    assertThat(queue.migrate(failed, row(failed).head(), migrated("v2"))).isTrue();

    assertThat(events(paused))
        .containsExactly("run.submitted", "run.paused", "run.resumed", "run.migrated");
    assertThat(events(failed)).endsWith("run.failed", "run.retried", "run.migrated").hasSize(5);
    assertThat(queue.reserve(HERE, LEASE, 5)).extracting(RunRow::id).contains(paused, failed);
  }

  @Test
  void aMigrationWithoutAnotherVersionKeepsTheAgent() {
    UUID run = queued();
    var tools =
        new ControlEvent.Migrated(
            "ana", Instant.EPOCH, "safe", List.of(), Optional.empty(), List.of());

    assertThat(queue.migrate(run, row(run).head(), tools)).isTrue();

    assertThat(row(run).agentVersion()).isEqualTo("v");
  }

  @Test
  void migratesNoRunInAFinalStatus() {
    UUID run = queued();
    queue.cancel(run, new ControlEvent.Cancelled("ana", "enough"));

    assertThat(queue.migrate(run, row(run).head(), migrated("v2"))).isFalse();
  }

  @Test
  void resumesOnlyAWaitForAServerWithThePinnedVersions() {
    UUID refused = queued();
    var admitted = admitted(refused, HERE);
    var wait = new LifecycleEvent.Waiting("migration", "tools.put is not there", Optional.empty());
    claims.release(admitted.claim(), admitted.head(), wait).await();
    UUID waiting = waiting(Instant.parse("2999-01-01T00:00:00Z"));

    assertThat(queue.resume(refused, resumed())).isTrue();
    assertThat(queue.resume(waiting, resumed())).isFalse();

    assertThat(row(refused).status()).isEqualTo(RunStatus.QUEUED);
    assertThat(events(refused)).endsWith("run.waiting", "run.resumed");
  }

  @Test
  void resumesALoopingRun() {
    UUID run = waitingForAWord(0);

    assertThat(queue.wake()).isZero();
    assertThat(queue.resume(run, resumed())).isTrue();

    assertThat(row(run).status()).isEqualTo(RunStatus.QUEUED);
    assertThat(row(run).waitingFor()).isEmpty();
  }

  @Test
  void wakesARunThatWaitsForAMessageOnceThereIsOne() {
    UUID run = waitingForAWord(0);
    UUID other = waiting(Instant.parse("2999-01-01T00:00:00Z"));
    messages.post(other, "ana", Optional.empty(), "hurry");

    assertThat(queue.wake()).isZero();
    messages.post(run, "ana", Optional.empty(), "go another way");

    assertThat(queue.wake()).isEqualTo(1);
    assertThat(row(run).status()).isEqualTo(RunStatus.QUEUED);
    assertThat(row(other).status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  void aMessageThatComesJustBeforeTheRunWaitsForItIsNotLost() {
    UUID late = queued();
    var admitted = admitted(late, HERE);
    messages.post(late, "ana", Optional.empty(), "go another way");
    claims.release(admitted.claim(), admitted.head(), LOOP, 0).await();
    UUID early = queued();
    messages.post(early, "ana", Optional.empty(), "go on");
    var taken = admitted(early, HERE);
    claims.release(taken.claim(), taken.head(), LOOP, 1).await();

    assertThat(queue.wake()).isEqualTo(1);
    assertThat(row(late).status()).isEqualTo(RunStatus.QUEUED);
    assertThat(row(early).status()).isEqualTo(RunStatus.WAITING);
  }

  private static final RunEvent LOOP =
      new LifecycleEvent.Waiting("loop", "nothing new has come", Optional.empty());

  private UUID waitingForAWord(long taken) {
    UUID run = queued();
    var admitted = admitted(run, HERE);
    claims.release(admitted.claim(), admitted.head(), LOOP, taken).await();
    return run;
  }

  private static ControlEvent.Migrated migrated(String version) {
    return new ControlEvent.Migrated(
        "ana",
        Instant.EPOCH,
        "it is safe",
        List.of(),
        Optional.of(new ControlEvent.Migrated.Version("v", version)),
        List.of());
  }

  @Test
  void pausesNoEndedRun() {
    UUID run = queued();
    queue.cancel(run, new ControlEvent.Cancelled("ana", "enough"));

    assertThat(queue.pause(run, paused("ana"))).isFalse();
    assertThat(queue.resume(run, resumed())).isFalse();
  }

  private static ControlEvent.Paused paused(String by) {
    return new ControlEvent.Paused(by, Optional.of("the audit"), Instant.EPOCH);
  }

  private static ControlEvent.Resumed resumed() {
    return new ControlEvent.Resumed("ana", Optional.empty(), Instant.EPOCH);
  }

  @Test
  void keepsMessagesInOrderForTheHolderOfTheRun() {
    UUID run = queued();

    messages.post(run, "ana", Optional.of("it rains"), "take an umbrella");
    messages.post(run, "bo", Optional.empty(), "and {{input.boots}}\nÄ\uD83D\uDE00");

    assertThat(messages.after(run, 0))
        .extracting(PostedMessage::number, PostedMessage::by, PostedMessage::text)
        .containsExactly(
            tuple(1L, "ana", "take an umbrella"),
            tuple(2L, "bo", "and {{input.boots}}\nÄ\uD83D\uDE00"));
    assertThat(messages.after(run, 0))
        .extracting(PostedMessage::reason)
        .containsExactly(Optional.of("it rains"), Optional.empty());
    assertThat(messages.after(run, 1)).extracting(PostedMessage::number).containsExactly(2L);
    assertThat(messages.after(run, 2)).isEmpty();
    assertThat(row(run).messages()).isEqualTo(2);
    assertThat(signalled).containsEntry(run, 2L);
    Claim claim = admitted(run, HERE).claim();
    assertThat(claims.heldBy(HERE)).containsExactly(new Claims.Held(claim, false, false, 2));
  }

  @Test
  void encryptsAPostedMessageAndItsReasonIfRecordsAreEncrypted() {
    var keys = new TextEncryption(KeySource.of(KeyRing.parse(KEY)));
    var reasons = new ReasonEncryption(keys, Redaction.none());
    var hidden = new MessageInbox(table, new MessageSignal(), keys, Redaction.none(), reasons);
    UUID run = queued();

    hidden.post(run, "ana", Optional.of("a canary requests it"), "the canary is yellow");

    assertThat(hidden.after(run, 0))
        .extracting(PostedMessage::text, PostedMessage::reason)
        .containsExactly(tuple("the canary is yellow", Optional.of("a canary requests it")));
    assertThat(
            table.rows(
                "SELECT text, reason FROM run_message WHERE run_id = ?",
                row -> row.getString(1) + row.getString(2),
                run))
        .singleElement()
        .asString()
        .doesNotContain("canary");
    assertThatThrownBy(() -> messages.after(run, 0)).hasMessageContaining("with key 'k1'");
  }

  @Test
  void encryptsTheReasonOfARequestIfRecordsAreEncrypted() {
    var reasons =
        new ReasonEncryption(
            new TextEncryption(KeySource.of(KeyRing.parse(KEY))), Redaction.none());
    var hidden =
        new RunQueue(
            table,
            new UnclaimedRuns(table, journal),
            journal,
            new QueueSignal(),
            reasons,
            new QueueReservations(table, new FairShareSettings(), Clock.systemUTC()),
            limit);
    UUID run = queued();
    admitted(run, HERE);

    hidden.cancel(run, new ControlEvent.Cancelled("ana", "of a canary"));

    String column =
        table
            .rows("SELECT cancel_reason FROM run WHERE id = ?", row -> row.getString(1), run)
            .getFirst();
    assertThat(column).startsWith("k1:").doesNotContain("canary");
    assertThat(reasons.show(run, ReasonEncryption.Kind.CANCEL, 0, column)).isEqualTo("of a canary");
    assertThat(reasons.show(run, ReasonEncryption.Kind.PAUSE, 0, column))
        .as("in another place")
        .isEqualTo("[cannot be read: it was changed after it was written]");
    var without =
        new ReasonEncryption(new TextEncryption(KeySource.of(KeyRing.EMPTY)), Redaction.none());
    assertThat(without.show(run, ReasonEncryption.Kind.CANCEL, 0, column))
        .isEqualTo("[cannot be read here: key 'k1' is missing]");
    assertThat(without.show(run, ReasonEncryption.Kind.CANCEL, 0, "as it was"))
        .contains("no key id");
    assertThat(without.show(run, ReasonEncryption.Kind.CANCEL, 0, ":a: b")).isEqualTo("a: b");
  }

  @Test
  void numbersMessagesWithoutGapsHoweverManyPostThem() throws Exception {
    UUID run = queued();
    var admitted = admitted(run, HERE);
    Callable<OptionalLong> post = () -> messages.post(run, "ana", Optional.empty(), "go on");
    Callable<OptionalLong> step = // the holder writes to the same row meanwhile
        () -> {
          claims.renew(admitted.claim(), LEASE);
          return OptionalLong.empty();
        };
    try (var threads = Executors.newFixedThreadPool(8)) {
      List<Callable<OptionalLong>> all = new ArrayList<>(Collections.nCopies(30, post));
      all.addAll(Collections.nCopies(30, step));
      for (Future<OptionalLong> one : threads.invokeAll(all)) {
        one.get();
      }
    }

    List<Long> numbers = new ArrayList<>();
    List<PostedMessage> page = messages.after(run, 0);
    while (!page.isEmpty()) {
      page.forEach(message -> numbers.add(message.number()));
      page = messages.after(run, numbers.getLast());
    }
    assertThat(numbers).isEqualTo(LongStream.rangeClosed(1, 30).boxed().toList());
  }

  @Test
  void acceptsNoMessageForAnEndedOrMissingRun() {
    UUID run = queued();
    queue.cancel(run, new ControlEvent.Cancelled("ana", "enough"));

    assertThat(messages.post(run, "ana", Optional.empty(), "wait")).isEmpty();
    assertThat(messages.post(UUID.randomUUID(), "ana", Optional.empty(), "hello")).isEmpty();

    assertThat(messages.after(run, 0)).isEmpty();
    assertThat(row(run).messages()).isZero();
    assertThat(signalled).isEmpty();
  }

  @Test
  void queuesAForkThatContinuesFromItsParentAndLeavesTheParentUnchanged() {
    UUID run = queued();
    admitted(run, HERE);
    RunRow before = row(run);

    UUID fork = forked(run, 2, Optional.of("this way"));

    assertThat(queue.reserve(THERE, LEASE, 5)).extracting(RunRow::id).containsExactly(fork);
    assertThat(signals).hasValue(2);
    assertThat(events(fork)).containsExactly("run.forked");
    assertThat(row(fork).messages()).isEqualTo(1);
    assertThat(messages.after(fork, 0))
        .extracting(PostedMessage::number, PostedMessage::by, PostedMessage::text)
        .containsExactly(tuple(1L, "bo", "this way"));
    ReplayedRun folded = ReplayedRun.from(journal, fork, FORKED_AGENT);
    assertThat(folded.head()).isEqualTo(row(fork).head());
    assertThat(folded.state().assignment().input()).isEqualTo(new JsonValue("{}"));
    assertThat(row(run)).isEqualTo(before);
    assertThat(events(run)).containsExactly("run.submitted", "run.admitted");
    assertThat(admitted(fork, THERE).claim().run()).isEqualTo(fork);
  }

  @Test
  void countsTheGenerationsOfForks() {
    UUID run = queued();
    UUID fork = forked(run, 1, Optional.empty());
    UUID again = forked(fork, 1, Optional.empty());

    assertThat(List.of(run, fork, again)).extracting(forks::generation).containsExactly(0, 1, 2);
  }

  @Test
  void detectsAParentThatWasTamperedWithAfterTheFork() throws SQLException {
    UUID run = queued();
    UUID fork = forked(run, 1, Optional.empty());
    execute("UPDATE event SET payload = '{}' WHERE run_id = ?", run);

    assertThatThrownBy(() -> ReplayedRun.from(journal, fork, FORKED_AGENT))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining(run.toString());
  }

  @Test
  void deletesNoRunThatAForkNeeds() throws SQLException {
    UUID run = queued();
    UUID fork = forked(run, 1, Optional.empty());

    execute("DELETE FROM event");
    assertThatThrownBy(() -> execute("DELETE FROM run WHERE id = ?", run))
        .isInstanceOf(SQLException.class);
    execute("DELETE FROM run WHERE id = ?", fork);
    execute("DELETE FROM run WHERE id = ?", run);
  }

  @Test
  void storesNoMessageOfAForkThatFails() {
    UUID run = queued();
    ForkPoint point = point(run, 1);
    var unknown = new ForkPoint(UUID.randomUUID(), point.at(), point.before(), point.calls());
    NewFork fork = newFork(Optional.of("this way"));

    assertThatThrownBy(() -> forks.add(fork, unknown))
        .isInstanceOf(JournalUnavailableException.class);

    assertThat(messages.after(fork.id(), 0)).isEmpty();
    assertThat(forks.generation(fork.id())).isZero();
  }

  private UUID forked(UUID run, long sequence, Optional<String> message) {
    NewFork fork = newFork(message);
    forks.add(fork, point(run, sequence));
    return fork.id();
  }

  private static NewFork newFork(Optional<String> message) {
    return new NewFork(
        UUID.randomUUID(),
        "default",
        new AgentRef("surveyor", "v"),
        "workspace",
        0,
        new Requester("bo", Optional.empty()),
        Optional.of("another way"),
        message);
  }

  private ForkPoint point(UUID run, long sequence) {
    return ForkPoint.read(
        journal,
        new ForkPoint.Parent(run, FORKED_AGENT, false),
        sequence,
        tool -> Optional.empty());
  }

  @Test
  void recordsWhoRestartedTheJobOfAFailedRun() {
    UUID run = failed(7);

    assertThat(claims.claim(run, HERE, LEASE, new OperatorRestart(9, Set.of(7L, 8L), "porter")))
        .isInstanceOf(ClaimResult.Admitted.class);

    assertThat(events(run))
        .containsExactly(
            "run.submitted", "run.admitted", "run.failed", "run.retried", "run.admitted");
    assertThat(journal.read(run, Position.START, 50).get(3).event())
        .isInstanceOfSatisfying(
            ControlEvent.Retried.class,
            retried -> {
              assertThat(retried.by()).isEqualTo("porter");
              assertThat(retried.reason())
                  .contains("the job was restarted in the batch administration");
            });
  }

  @Test
  void recordsWhoRestartedTheJobOfAPausedRun() {
    UUID run = queued();
    var admitted = (ClaimResult.Admitted) claims.claim(run, HERE, LEASE, Optional.of(7L));
    claims.release(admitted.claim(), admitted.head(), paused("ana")).await();

    claims.claim(run, HERE, LEASE, new OperatorRestart(8, Set.of(7L), "porter"));

    assertThat(journal.read(run, Position.START, 50).get(3).event())
        .isInstanceOfSatisfying(
            ControlEvent.Resumed.class, it -> assertThat(it.by()).isEqualTo("porter"));
  }

  @Test
  void givesAFailedRunOnlyToItsOwnJob() {
    UUID run = failed(7);

    assertThat(claims.claim(run, HERE, LEASE, new OperatorRestart(9, Set.of(8L), "porter")))
        .isInstanceOfSatisfying(
            ClaimResult.Refused.class,
            refused ->
                assertThat(refused.why())
                    .startsWith("run %s is FAILED, and this is not the job".formatted(run)));
    assertThat(claims.claim(run, HERE, LEASE, Optional.of(9L)))
        .as("without a restart by an operator")
        .isEqualTo(new ClaimResult.Refused("run %s is FAILED".formatted(run)));

    assertThat(events(run)).containsExactly("run.submitted", "run.admitted", "run.failed");
  }

  private UUID failed(long execution) {
    UUID run = queued();
    var admitted = (ClaimResult.Admitted) claims.claim(run, HERE, LEASE, Optional.of(execution));
    claims
        .release(
            admitted.claim(),
            admitted.head(),
            new LifecycleEvent.Failed(new Failure("broken", "it broke")))
        .await();
    return run;
  }

  @Test
  void executesARunInMemoryWithoutEventsInTheDatabase() throws SQLException {
    UUID run = inMemory(HERE);
    assertThat(queue.reserve(THERE, LEASE, 1)).as("where its journal is not").isEmpty();
    var reserved = queue.reserve(HERE, LEASE, 1).getFirst();
    var admitted = (ClaimResult.Admitted) claims.claim(reserved, HERE, LEASE, Optional.of(1L));
    var step = new PhaseEvent.Completed("survey", "done");
    Position head =
        journal.append(admitted.claim().writer(), admitted.head(), List.of(step)).await();

    claims.release(admitted.claim(), head, new LifecycleEvent.Completed("done")).await();

    assertThat(row(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(row(run).head().sequence()).isEqualTo(4);
    assertThat(events(run))
        .containsExactly("run.submitted", "run.admitted", "phase.completed", "run.completed");
    assertThat(eventsInDatabase(run)).isZero();
  }

  @Test
  void endsNoDelayEarly() throws SQLException {
    UUID run = queued();
    var admitted = admitted(run, HERE);
    Instant before = time("CURRENT_TIMESTAMP", run);

    assertThat(claims.requeue(admitted.claim(), Duration.ofMillis(250))).isTrue();

    assertThat(time("due_at", run))
        .isBetween(before.plusMillis(250), time("updated_at", run).plusSeconds(1));
  }

  private Instant time(String what, UUID run) throws SQLException {
    try (Connection connection = database().getConnection();
        PreparedStatement statement =
            connection.prepareStatement("SELECT %s FROM run WHERE id = ?".formatted(what))) {
      statement.setString(1, run.toString());
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getTimestamp(1).toInstant();
      }
    }
  }

  @Test
  void continuesFromMemoryIfTheRowIsOlder() throws SQLException {
    UUID run = inMemory(HERE);
    var admitted = admitted(run, HERE);
    var step = new PhaseEvent.Completed("survey", "done");
    journal.append(admitted.claim().writer(), admitted.head(), List.of(step)).await();
    assertThat(claims.requeue(admitted.claim(), Duration.ZERO)).isTrue();

    var again = queue.reserve(HERE, LEASE, 1).getFirst();
    var taken = (ClaimResult.Admitted) claims.claim(again, HERE, LEASE, Optional.of(2L));
    assertThatThrownBy(
            () -> journal.append(admitted.claim().writer(), taken.head(), List.of(step)).await())
        .isInstanceOf(StaleEpochException.class);
    journal.append(taken.claim().writer(), taken.head(), List.of(step)).await();
    letLeaseRunOut(run);
    assertThat(lost.expired(THERE)).as("those of other memories").isEmpty();
    assertThat(lost.expired(HERE)).containsExactly(taken.claim());
    assertThat(lost.requeue(taken.claim())).isTrue();
    assertThat(queue.pause(run, paused("ana"))).isTrue();
    assertThat(queue.resume(run, resumed())).isTrue();
    assertThat(queue.cancel(run, new ControlEvent.Cancelled("ana", "enough"))).isTrue();

    assertThat(row(run).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(events(run))
        .containsExactly(
            "run.submitted",
            "run.admitted",
            "phase.completed",
            "run.admitted",
            "phase.completed",
            "run.paused",
            "run.resumed",
            "run.cancelled");
    assertThat(row(run).head().sequence()).isEqualTo(8);
    assertThat(eventsInDatabase(run)).isZero();
  }

  @Test
  void failsOnlyRunsWhoseRecordsWereLostWithTheirServer() throws SQLException {
    UUID durable = queued();
    admitted(durable, "here#0");
    UUID mine = inMemory(HERE);
    UUID elsewhere = inMemory(THERE);
    UUID queued = inMemory("here#0");
    UUID running = inMemory("here#0");
    UUID waiting = inMemory("here#0");
    UUID ended = inMemory("here#0");
    admitted(running, "here#0");
    releaseToWait(admitted(waiting, "here#0"), Instant.EPOCH);
    queue.cancel(ended, new ControlEvent.Cancelled("ana", "enough"));
    lost.expireEarlierStarts("here", HERE);
    List.of(queued, running, waiting, ended).forEach(journal::forget); // as a restart would

    List<RunRow> found = records.find("here", HERE);

    assertThat(found).extracting(RunRow::id).containsExactlyInAnyOrder(queued, running, waiting);
    assertThat(found).allMatch(records::fail).noneMatch(records::fail);
    for (UUID run : List.of(queued, running, waiting)) {
      assertThat(row(run).status()).isEqualTo(RunStatus.FAILED);
      assertThat(row(run).inMemoryOn()).isEmpty();
      assertThat(journal.read(run, Position.START, 5))
          .extracting(RecordedEvent::event)
          .containsExactly(new LifecycleEvent.Failed(LostInMemoryRuns.failure()));
      assertThat(row(run).head()).isEqualTo(journal.position(run, 1));
      assertThat(records.isLost(run)).isTrue();
    }
    assertThat(records.find("here", HERE)).isEmpty();
    assertThat(List.of(durable, mine, elsewhere)).noneMatch(records::isLost);
    assertThat(lost.expired(HERE)).extracting(Claim::run).containsExactly(durable);
  }

  @Test
  void failsARunInTheMemoryOfAServerWhoseLeaseExpired() throws SQLException {
    UUID run = inMemory(THERE);
    var admitted = admitted(run, THERE);
    assertThat(records.find("here", HERE)).isEmpty();
    letLeaseRunOut(run);

    RunRow found = records.find("here", HERE).getFirst();
    claims.renew(admitted.claim(), LEASE);
    journal.forget(run); // simulates another server
    assertThat(records.fail(found)).as("while it is alive after all").isFalse();
    letLeaseRunOut(run);

    assertThat(records.fail(found)).isTrue();
    assertThat(claims.renew(admitted.claim(), LEASE)).isFalse();
  }

  @Test
  void movesARunInTheMemoryOfAnotherServerOnlyToItsEnd() throws SQLException {
    UUID run = inMemory(THERE);
    journal.forget(run); // simulates another server

    assertThat(claims.claim(run, HERE, LEASE, Optional.of(1L)))
        .isEqualTo(
            new ClaimResult.Refused(
                "run %s is not durable: its record is in the memory of there#1 alone"
                    .formatted(run)));
    assertThatThrownBy(() -> queue.pause(run, paused("ana")))
        .isInstanceOf(RecordElsewhereException.class)
        .hasMessageContaining("there#1");
    assertThat(row(run).status()).isEqualTo(RunStatus.QUEUED);

    assertThat(queue.cancel(run, new ControlEvent.Cancelled("ana", "gone"))).isTrue();
    assertThat(events(run)).containsExactly("run.cancelled");
    assertThat(eventsInDatabase(run)).isEqualTo(1);
  }

  @Test
  void keepsNoRunInMemoryThatCouldNotBeQueued() {
    UUID run = UUID.randomUUID();
    var tooLong =
        new NewRun(run, "t".repeat(65), "a", "v", new JsonValue("{}"), "w", "ana").inMemoryOf(HERE);

    assertThatThrownBy(() -> queue.add(tooLong)).isInstanceOf(JournalUnavailableException.class);

    assertThat(journal.endInMemory(run)).isEmpty();
  }

  private UUID inMemory(String home) {
    UUID id = UUID.randomUUID();
    queue.add(
        new NewRun(id, "default", "surveyor", "v", new JsonValue("{}"), "workspace", "ana")
            .inMemoryOf(home));
    return id;
  }

  private long eventsInDatabase(UUID run) throws SQLException {
    try (Connection connection = database().getConnection();
        PreparedStatement statement =
            connection.prepareStatement("SELECT COUNT(*) FROM event WHERE run_id = ?")) {
      statement.setString(1, run.toString());
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows.next()).isTrue();
        return rows.getLong(1);
      }
    }
  }

  private UUID queued() {
    UUID id = UUID.randomUUID();
    queue.add(new NewRun(id, "default", "surveyor", "v", new JsonValue("{}"), "workspace", "ana"));
    return id;
  }

  private UUID waiting(Instant until) {
    UUID run = queued();
    releaseToWait(admitted(run, HERE), until);
    return run;
  }

  private void releaseToWait(ClaimResult.Admitted admitted, Instant until) {
    claims
        .release(
            admitted.claim(),
            admitted.head(),
            new LifecycleEvent.Waiting("timer", "for a while", Optional.of(until)))
        .await();
  }

  private ClaimResult.Admitted admitted(UUID run, String owner) {
    return (ClaimResult.Admitted) claims.claim(run, owner, LEASE, Optional.of(1L));
  }

  private RunRow row(UUID run) {
    return table.rows(RunSql.ROW, RunRow::read, run).getFirst();
  }

  private List<String> events(UUID run) {
    return journal.read(run, Position.START, 50).stream().map(RecordedEvent::type).toList();
  }

  private void letLeaseRunOut(UUID run) throws SQLException {
    execute("UPDATE run SET lease_until = created_at WHERE id = ?", run);
  }

  private void execute(String sql, UUID... run) throws SQLException {
    try (Connection connection = database().getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (UUID id : run) {
        statement.setString(1, id.toString());
      }
      statement.executeUpdate();
    }
  }
}
