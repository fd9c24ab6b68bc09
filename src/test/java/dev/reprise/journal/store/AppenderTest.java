package dev.reprise.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.Position;
import dev.reprise.journal.StoreHealth;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.journal.seal.StoredEvent;
import dev.reprise.platform.jdbc.Commit;
import dev.reprise.platform.jdbc.InDoubtException;
import dev.reprise.telemetry.Telemetry;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The appender with a table that is slow, fails, or loses the answer to a commit. */
@Timeout(60)
class AppenderTest {

  private static final String GONE = "08006";
  private static final FencedUpdate HOLDER = FencedUpdate.of("UPDATE run").ofHolder();

  private final StoreHealth health = new StoreHealth(Clock.systemUTC());
  private final FlakyTable table = new FlakyTable();
  private Duration linger = Duration.ofMillis(2);
  private Appender appender = appender(Duration.ofSeconds(20));

  @AfterEach
  void close() {
    appender.close();
  }

  @Test
  void retriesInOrderUntilTheTableIsAvailable() {
    table.fail(3);

    PendingAppend first = append(1);
    PendingAppend second = append(2);

    second.await();
    assertThat(first.durable()).isCompletedWithValue(3);
    assertThat(table.written()).containsExactly(1L, 2L);
    assertThat(health.failures()).isEqualTo(3);
    assertThat(health.failingSince()).isEmpty();
  }

  @Test
  void reportsSinceWhenTheTableFails() {
    table.fail(Integer.MAX_VALUE);
    appender = appender(Duration.ZERO);

    assertThatThrownBy(() -> append(1).await()).isInstanceOf(JournalUnavailableException.class);

    assertThat(health.failingSince()).isPresent();
  }

  @Test
  void doesNotRetryIfNoOutageIsAllowed() {
    appender = appender(Duration.ZERO);
    table.fail(1);

    PendingAppend first = append(1);

    assertThatThrownBy(first::await)
        .isInstanceOf(JournalUnavailableException.class)
        .hasMessageContaining("the table is gone");
    assertThat(table.written()).isEmpty();
  }

  @Test
  void keepsWhatAHolderAppendsForAsLongAsTheServerLives() throws Exception {
    appender = appender(Duration.ZERO);
    table.fail(Integer.MAX_VALUE);
    PendingAppend before = append(1, "{}", HOLDER);
    PendingAppend request = append(2);
    PendingAppend after = append(3, "{}", HOLDER);

    assertThatThrownBy(request::await).isInstanceOf(JournalUnavailableException.class);
    PendingAppend later = append(4);
    assertThatThrownBy(later::await).isInstanceOf(JournalUnavailableException.class);
    assertThat(List.of(before, after)).noneMatch(AppenderTest::isDone);

    table.fail(0);
    after.await();
    assertThat(isDone(before)).isTrue();
    assertThat(table.written()).containsExactly(1L, 3L);
  }

  @Test
  void givesUpNothingForAnInterruptedThread() throws Exception {
    linger = Duration.ofDays(1);
    appender = appender(Duration.ZERO); // the waiting thread writes
    table.fail(Integer.MAX_VALUE);
    PendingAppend first = append(1, "{}", HOLDER);
    var interrupted = new CompletableFuture<Boolean>();
    Thread waiting =
        Thread.ofVirtual()
            .start(
                () -> {
                  first.await();
                  interrupted.complete(Thread.currentThread().isInterrupted());
                });
    table.awaitBlocked();
    waiting.interrupt();
    table.fail(1);

    assertThat(interrupted.get(20, TimeUnit.SECONDS)).isTrue();
    assertThat(table.written()).containsExactly(1L);
  }

  @Test
  void givesUpWhatAHolderAppendedWhenItIsClosed() {
    appender = appender(Duration.ZERO);
    table.fail(Integer.MAX_VALUE);
    PendingAppend first = append(1, "{}", HOLDER);
    Thread.ofVirtual().start(appender::close);

    assertThatThrownBy(first::await).isInstanceOf(JournalUnavailableException.class);
  }

  @Test
  void letsAHolderWaitForRoom() throws Exception {
    appender = appender(Duration.ZERO);
    table.block();
    var megabyte = "x".repeat(1 << 20);
    var last = new AtomicInteger();
    Thread holder =
        Thread.ofVirtual()
            .start(
                () -> {
                  for (int i = 1; i <= 70; i++) {
                    append(i, megabyte, HOLDER);
                    last.set(i);
                  }
                });
    assertThat(holder.join(Duration.ofMillis(200))).isFalse();
    assertThat(last).hasValueBetween(60, 65);

    table.unblock();
    assertThat(holder.join(Duration.ofSeconds(20))).isTrue();
  }

  @Test
  void doesNotWriteTwiceWhenTheAnswerToACommitWasLost() {
    table.loseTheNextAnswer();

    append(1).await();

    assertThat(table.written()).containsExactly(1L);
  }

  @Test
  void findsACommitWithALostAnswerWhenTheOutageLastsTooLong() {
    appender = appender(Duration.ZERO);
    table.loseTheNextAnswer();

    PendingAppend first = append(1);

    assertThat(first.await().sequence()).isEqualTo(1);
    assertThat(first.durable()).isCompletedWithValue(1);
  }

  @Test
  void knowsThatALostCommitDidNotHappenIfTheTableLacksIt() {
    appender = appender(Duration.ZERO);
    table.loseTheNextCommit();

    assertThatThrownBy(() -> append(1).await())
        .isInstanceOf(JournalUnavailableException.class)
        .satisfies(e -> assertThat(InDoubtException.isCauseOf(e)).isFalse());
    assertThat(table.written()).isEmpty();
  }

  @Test
  void leavesACommitInDoubtIfTheTableCannotBeRead() {
    appender = appender(Duration.ZERO);
    table.loseTheNextAnswer();
    table.refuseQuestions();

    assertThatThrownBy(() -> append(1).await())
        .isInstanceOf(JournalUnavailableException.class)
        .satisfies(e -> assertThat(InDoubtException.isCauseOf(e)).isTrue());
    assertThat(table.written()).containsExactly(1L);
  }

  @Test
  void keepsTheDoubtIfRetriesDoNotReachTheTable() {
    appender = appender(Duration.ofMillis(50));
    table.loseTheNextAnswer();
    table.refuseQuestions();

    assertThatThrownBy(() -> append(1).await())
        .satisfies(e -> assertThat(InDoubtException.isCauseOf(e)).isTrue());
    assertThat(health.failures()).isGreaterThan(1);
  }

  @Test
  void doesNotTakeALateCommitForAnotherWriter() {
    table.commitLate(() -> {});

    assertThat(append(1).await().sequence()).isEqualTo(1);
  }

  @Test
  void writesWhatWasAppendedMeanwhileAfterALateCommit() {
    List<PendingAppend> meanwhile = new ArrayList<>();
    table.commitLate(() -> meanwhile.add(append(2)));

    assertThat(append(1).await().sequence()).isEqualTo(1);
    assertThat(meanwhile.getFirst().await().sequence()).isEqualTo(2);
    assertThat(table.written).containsExactly(1L, 2L);
  }

  @Test
  void releasesTheRoomOfACommitItFindsOnce() {
    linger = Duration.ofDays(1);
    appender = appender(Duration.ofSeconds(20)); // the waiting thread writes both at once
    table.loseTheNextAnswer();
    table.refuseTheSecondQuestion();
    PendingAppend first = append(1);
    PendingAppend second = append(2);

    first.await();
    second.await();
    assertThat(appender.room()).isEqualTo(WriteBuffer.CAPACITY_KIB);
  }

  @Test
  void refusesMoreThanItHasRoomFor() throws InterruptedException {
    appender = appender(Duration.ofMillis(50));
    table.block();
    var megabyte = "x".repeat(1 << 20);

    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 70; i++) {
                append(i, megabyte);
              }
            })
        .isInstanceOf(JournalUnavailableException.class)
        .hasMessageContaining("the write buffer of 65536 KiB is full");
    table.unblock();
  }

  @Test
  void writesAppendsTogetherThatArrivedDuringAWrite() throws InterruptedException {
    table.block();
    List<PendingAppend> all = new ArrayList<>();
    all.add(append(1));
    table.awaitBlocked();
    for (int i = 2; i <= 50; i++) {
      all.add(append(i));
    }
    table.unblock();

    all.getLast().await();

    assertThat(table.written()).hasSize(50);
    assertThat(table.flushes()).isEqualTo(2);
  }

  @Test
  void writesAppendsTogetherThatNoThreadWaitsForWithinTheLinger() {
    linger = Duration.ofDays(1);
    appender = appender(Duration.ZERO);
    PendingAppend first = append(1);
    PendingAppend second = append(2);
    assertThat(table.flushes()).isZero();

    second.await();

    assertThat(first.durable()).isCompletedWithValue(0);
    assertThat(table.flushes()).isEqualTo(1);
  }

  @Test
  void writesAtOnceWithoutALinger() throws Exception {
    linger = Duration.ZERO;
    appender = appender(Duration.ZERO);

    PendingAppend first = append(1);

    assertThat(first.durable().toCompletableFuture().get(20, TimeUnit.SECONDS)).isZero();
  }

  @Test
  void writesPendingAndLaterAppendsWhenItIsClosed() {
    PendingAppend before = append(1);
    appender.close();
    PendingAppend later = append(2);

    assertThat(before.await().sequence()).isEqualTo(1);
    assertThat(later.await().sequence()).isEqualTo(2);
  }

  private Appender appender(Duration maxOutage) {
    var made = new Appender(table, health, new Telemetry(), maxOutage, linger);
    Thread.ofVirtual().start(made);
    return made;
  }

  private PendingAppend append(long sequence) {
    return append(sequence, "{}");
  }

  private static boolean isDone(PendingAppend append) {
    return append.durable().toCompletableFuture().isDone();
  }

  private PendingAppend append(long sequence, String payload) {
    return append(sequence, payload, FencedUpdate.of("UPDATE run"));
  }

  private PendingAppend append(long sequence, String payload, FencedUpdate update) {
    var writer = new Writer(new UUID(0, 1), "default", 1);
    var row =
        new StoredEvent(
            writer,
            new Position(sequence, "hash"),
            "run.completed",
            1,
            Instant.EPOCH,
            payload,
            new StoredEvent.Protection("", "", ""));
    var entry = new PreparedAppend.Entry(row, Optional.empty());
    return appender.append(new PreparedAppend(writer, update, List.of(entry), List.of()));
  }

  /** A table in memory that fails as it is told. */
  private static final class FlakyTable extends EventTable {

    private final List<Long> written = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger flushes = new AtomicInteger();
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private final CountDownLatch blocked = new CountDownLatch(1);
    private volatile boolean losesAnswer;
    private volatile boolean losesCommit;
    private volatile Optional<Runnable> afterLateCommit = Optional.empty();
    private volatile List<PreparedAppend> late = List.of();
    private volatile boolean refusesQuestions;
    private volatile int refusedQuestion;
    private int questions; // asked by one thread at a time

    @SuppressWarnings("NullAway") // it never touches a database
    FlakyTable() {
      super(null);
    }

    @Override
    public Set<PreparedAppend> write(List<PreparedAppend> appends) throws SQLException {
      flushes.incrementAndGet();
      blocked.countDown();
      await(gate);
      if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new SQLNonTransientConnectionException("the table is gone", GONE);
      }
      if (afterLateCommit.isPresent()) {
        late = List.copyOf(appends);
        afterLateCommit.get().run();
        afterLateCommit = Optional.empty();
        throw lost();
      }
      if (!late.isEmpty()) {
        keep(late); // so the fence finds another end of the journal
        late = List.of();
        return Set.copyOf(appends);
      }
      if (losesCommit) {
        losesCommit = false;
        throw lost();
      }
      keep(appends);
      if (losesAnswer) {
        losesAnswer = false;
        throw lost();
      }
      return Set.of();
    }

    private void keep(List<PreparedAppend> appends) {
      appends.forEach(append -> written.add(append.end().sequence()));
    }

    private static SQLException lost() {
      return assertThrows(
          SQLException.class,
          () ->
              Commit.of(
                  () -> {
                    throw new SQLNonTransientConnectionException("the answer is gone", GONE);
                  }));
    }

    @Override
    boolean contains(PreparedAppend append) throws SQLException {
      questions++;
      if (refusesQuestions || questions == refusedQuestion) {
        throw new SQLNonTransientConnectionException("the table is gone", GONE);
      }
      return written.contains(append.end().sequence());
    }

    /** Answers an interrupt as Derby does, whenever it comes: the connection is closed. */
    private static void await(CountDownLatch latch) throws SQLException {
      try {
        latch.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SQLNonTransientConnectionException("the connection is closed", GONE, e);
      }
    }

    void fail(int times) {
      failures.set(times);
    }

    void loseTheNextAnswer() {
      losesAnswer = true;
    }

    void loseTheNextCommit() {
      losesCommit = true;
    }

    /**
     * Makes the next commit happen when it is tried again.
     *
     * @param meanwhile done before the first try fails
     */
    void commitLate(Runnable meanwhile) {
      afterLateCommit = Optional.of(meanwhile);
    }

    void refuseQuestions() {
      refusesQuestions = true;
    }

    void refuseTheSecondQuestion() {
      refusedQuestion = 2;
    }

    void block() {
      gate = new CountDownLatch(1);
    }

    void unblock() {
      gate.countDown();
    }

    void awaitBlocked() throws InterruptedException {
      blocked.await();
    }

    int flushes() {
      return flushes.get();
    }

    List<Long> written() {
      return List.copyOf(written);
    }
  }
}
