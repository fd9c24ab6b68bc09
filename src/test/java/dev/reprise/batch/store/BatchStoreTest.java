package dev.reprise.batch.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.Role;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchAct;
import dev.reprise.batch.BatchActKind;
import dev.reprise.batch.BatchClaim;
import dev.reprise.batch.BatchLimits;
import dev.reprise.batch.BatchLostException;
import dev.reprise.batch.BatchMode;
import dev.reprise.batch.BatchStatus;
import dev.reprise.batch.BatchTotals;
import dev.reprise.batch.BatchWork;
import dev.reprise.batch.ItemOutcome;
import dev.reprise.batch.ItemResult;
import dev.reprise.batch.ItemStatus;
import dev.reprise.batch.NewItem;
import dev.reprise.batch.PendingItem;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.row.ReasonEncryption;
import dev.reprise.run.AgentRef;
import dev.reprise.run.Requester;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for batches and their items. */
@EachDatabase
class BatchStoreTest {

  private static final String HERE = "here#1";
  private static final String THERE = "there#1";
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Instant NOW = Instant.parse("2026-11-25T08:00:00.123456Z");

  private BatchStore store;
  private BatchActs acts;
  private BatchClaims claims;
  private BatchItems items;

  private static DataSource database() {
    return TestDatabases.current();
  }

  @BeforeEach
  void emptyDatabase() throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM batch");
      statement.executeUpdate("DELETE FROM batch_item");
      statement.executeUpdate("DELETE FROM batch_act");
      statement.executeUpdate("DELETE FROM event");
      statement.executeUpdate("DELETE FROM run");
    }
    var transactions = new Database(database());
    var texts = new TextEncryption(KeySource.of(KeyRing.EMPTY));
    var table = new ItemTable(texts, Redaction.none());
    var people = new BatchActTable(new ReasonEncryption(texts, Redaction.none()));
    store = new BatchStore(transactions, table, people);
    acts = new BatchActs(transactions, table, people);
    claims = new BatchClaims(transactions, table);
    items = new BatchItems(transactions, table);
  }

  @Test
  void findsABatchAsItWasSubmittedOnceItIsLoaded() {
    Batch batch = batch(Optional.of("mails"), limits());
    store.begin(batch, act(BatchActKind.SUBMIT, ""));
    assertThat(store.find("acme", batch.id())).isEmpty();
    store.add(batch, newItems(3), 0);

    store.ready(batch.id(), 3, 0, Optional.empty());

    Batch found = store.find("acme", batch.id()).orElseThrow();
    assertThat(found.status()).isEqualTo(BatchStatus.QUEUED);
    assertThat(found.work()).isEqualTo(batch.work());
    assertThat(found.limits()).isEqualTo(batch.limits());
    assertThat(found.totals()).isEqualTo(new BatchTotals(3, 0, 0, 0, 0, BigDecimal.ZERO, 0, 0));
    assertThat(found.times().createdAt()).isEqualTo(NOW);
    assertThat(store.find("other", batch.id())).isEmpty();
    assertThat(store.acts(batch.id())).containsExactly(act(BatchActKind.SUBMIT, ""));
  }

  @Test
  void discardsWhatIsNotLoaded() {
    Batch batch = batch(Optional.empty(), limits());
    store.begin(batch, act(BatchActKind.SUBMIT, ""));
    store.add(batch, newItems(3), 0);

    assertThat(store.discardAbandoned(Instant.parse("2020-01-01T00:00:00Z"))).isZero();
    assertThat(store.discardAbandoned(Instant.parse("2099-01-01T00:00:00Z"))).isOne();

    assertThat(store.find(batch.id())).isEmpty();
    assertThat(items.pending(batch.id(), 0, 10, 10)).isEmpty();
    UUID loaded = loaded(3);
    store.discard(loaded);
    assertThat(store.find(loaded)).isPresent();
  }

  @Test
  void erasesOnlyWhatHasEndedHereAndAtTheProvider() throws SQLException {
    BatchClaim claim = claimed(loaded(3));
    UUID id = claim.batch();
    assertThat(store.erase("acme", id)).isFalse();
    claims.release(claim, BatchStatus.COMPLETED, Duration.ZERO);
    assertThat(store.erase("other", id)).isFalse();
    update(
        """
        INSERT INTO provider_batch (id, batch_id, provider, requests, state, intended_at, due_at)
        VALUES ('%1$s', '%1$s', 'p', 1, 'OPEN', CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)"""
            .formatted(id));
    assertThat(store.erase("acme", id)).isFalse();
    update("UPDATE provider_batch SET state = 'CANCELLED' WHERE batch_id = '%s'".formatted(id));

    assertThat(store.erase("acme", id)).isTrue();

    assertThat(store.find(id)).isEmpty();
    assertThat(store.acts(id)).isEmpty();
    assertThat(items.pending(id, 0, 10, 10)).isEmpty();
    assertThat(store.erase("acme", id)).isFalse();
  }

  @Test
  void listsTheNewestFirstInPages() {
    List<Batch> batches =
        IntStream.range(0, 5)
            .mapToObj(i -> batch(Optional.empty(), limits(), NOW.plusSeconds(i / 2)))
            .toList();
    batches.forEach(batch -> load(batch, 1));

    List<Batch> first = store.list("acme", Optional.empty(), Optional.empty(), 3);
    Batch last = first.getLast();
    var after = new BatchStore.Place(createdAt(last), last.id());
    List<Batch> rest = store.list("acme", Optional.empty(), Optional.of(after), 3);

    assertThat(first).hasSize(3);
    assertThat(rest).hasSize(2);
    assertThat(Stream.concat(first.stream(), rest.stream()))
        .isSortedAccordingTo(Comparator.comparing(BatchStoreTest::createdAt).reversed())
        .extracting(Batch::id)
        .containsExactlyInAnyOrderElementsOf(ids(batches));
    assertThat(store.list("acme", Optional.of(BatchStatus.PAUSED), Optional.empty(), 3)).isEmpty();
    assertThat(store.list("other", Optional.empty(), Optional.empty(), 3)).isEmpty();
  }

  private static Instant createdAt(Batch batch) {
    return batch.times().createdAt();
  }

  private static List<UUID> ids(List<Batch> batches) {
    return batches.stream().map(Batch::id).toList();
  }

  @Test
  void oneServerReservesAndOneJobClaims() {
    UUID id = loaded(3);

    List<Batch> reserved = claims.reserve(HERE, LEASE, 10);
    assertThat(reserved).extracting(Batch::id).containsExactly(id);
    assertThat(claims.reserve(THERE, LEASE, 10)).isEmpty();

    Batch read = store.find(id).orElseThrow();
    assertThat(claims.claim(read, HERE, LEASE, 7)).isPresent();
    assertThat(claims.claim(read, THERE, LEASE, 8)).isEmpty();
    Batch held = store.find(id).orElseThrow();
    assertThat(claims.claim(held, THERE, LEASE, 8)).isEmpty();
    assertThat(held.holder()).isEqualTo(new Batch.Holder(Optional.of(HERE), 1, Optional.of(7L)));
    assertThat(claims.renew(new BatchClaim(id, 1), LEASE)).isTrue();
    assertThat(claims.renew(new BatchClaim(id, 0), LEASE)).isFalse();
  }

  @Test
  void aDeadServersBatchIsDueAgainAndItsJobIsFenced() throws SQLException {
    BatchClaim dead = claimed(loaded(3));
    assertThat(claims.requeue()).isZero();
    expire(dead.batch());

    assertThat(claims.requeue()).isOne();

    assertThat(claims.reserve(THERE, LEASE, 10)).hasSize(1);
    assertThatThrownBy(() -> items.end(dead, List.of(completed(1))))
        .isInstanceOf(BatchLostException.class);
    assertThatThrownBy(() -> claims.release(dead, BatchStatus.COMPLETED, Duration.ZERO))
        .isInstanceOf(BatchLostException.class);
    assertThat(store.results(dead.batch(), Optional.empty(), 0, 10)).isEmpty();
  }

  @Test
  void aServerThatStartsAgainEndsItsOwnLeases() {
    BatchClaim earlier = claimed(loaded(3));

    claims.expireEarlierStarts("there", "there#2");
    assertThat(claims.requeue()).isZero();
    claims.expireEarlierStarts("here", "here#2");
    assertThat(claims.requeue()).isOne();

    assertThat(claims.renew(earlier, LEASE)).isFalse();
  }

  @Test
  void eachItemEndsOnceAndIsCountedOnce() {
    BatchClaim claim = claimed(loaded(5));
    List<PendingItem> pending = items.pending(claim.batch(), 1, 4, 10);
    assertThat(pending).extracting(PendingItem::position).containsExactly(2, 3, 4);
    assertThat(pending.getFirst().run()).isEqualTo(PendingItem.runOf(claim.batch(), 2));
    assertThat(pending.getFirst().input()).isEqualTo(new JsonValue("{\"n\":2}"));

    items.end(claim, List.of(completed(3), failed(2)));
    Batch after = items.end(claim, List.of(completed(3), completed(5)));

    assertThat(after.totals().completed()).isEqualTo(2);
    assertThat(after.totals().failed()).isEqualTo(1);
    assertThat(after.totals().usd()).isEqualByComparingTo("0.75");
    assertThat(after.totals().tokens()).isEqualTo(30);
    assertThat(items.pending(claim.batch(), 0, 9, 10))
        .extracting(PendingItem::position)
        .containsExactly(1, 4);
    List<ItemResult> results = store.results(claim.batch(), Optional.empty(), 0, 10);
    assertThat(results).extracting(ItemResult::position).containsExactly(3, 2, 5);
    assertThat(results).extracting(ItemResult::number).isSorted().doesNotHaveDuplicates();
    assertThat(store.results(claim.batch(), Optional.empty(), results.get(1).number(), 10))
        .containsExactly(results.get(2));
    assertThat(store.results(claim.batch(), Optional.of(ItemStatus.FAILED), 0, 10))
        .containsExactly(results.get(1));
    assertThat(results.get(1).errorCode()).contains("trouble");
  }

  @Test
  void aRetryCountsAnItemAndItsCostAnew() {
    BatchClaim claim = claimed(loaded(2));
    items.end(claim, List.of(completed(1), failed(2)));
    claims.release(claim, BatchStatus.COMPLETED, Duration.ZERO);

    assertThat(acts.retryFailed(claim.batch(), act(BatchActKind.RETRY_FAILED, "once more")))
        .isEqualTo(BatchActs.Result.ACCEPTED);

    Batch reopened = store.find(claim.batch()).orElseThrow();
    assertThat(reopened.status()).isEqualTo(BatchStatus.QUEUED);
    assertThat(reopened.totals().pending()).isOne();
    assertThat(reopened.totals().usd()).isEqualByComparingTo("0.25");
    PendingItem item = items.pending(claim.batch(), 0, 9, 10).getFirst();
    assertThat(item.failedAt()).contains(9L);
    BatchClaim again = claimed(claim.batch());
    Batch after = items.end(again, List.of(completed(2)));
    assertThat(after.totals().completed()).isEqualTo(2);
    assertThat(store.results(claim.batch(), Optional.empty(), 2, 10))
        .extracting(ItemResult::position)
        .containsExactly(2);
    assertThat(acts.retryFailed(claim.batch(), act(BatchActKind.RETRY_FAILED, "")))
        .isEqualTo(BatchActs.Result.NOTHING_FAILED);
    assertThat(store.acts(claim.batch()))
        .containsExactly(act(BatchActKind.SUBMIT, ""), act(BatchActKind.RETRY_FAILED, "once more"));
  }

  @Test
  void skipsKeysThatWereCompletedUnderTheSameName() {
    Batch first = batch(Optional.of("mails"), limits());
    load(first, 3);
    BatchClaim claim = claimed(first.id());
    items.end(claim, List.of(completed(1), failed(2)));

    Batch second = batch(Optional.of("mails"), limits());
    load(second, 4);
    Batch other = batch(Optional.of("letters"), limits());
    load(other, 4);

    assertThat(store.find(second.id()).orElseThrow().totals().skipped()).isOne();
    assertThat(store.find(other.id()).orElseThrow().totals().skipped()).isZero();
    ItemResult skipped = store.results(second.id(), Optional.empty(), 0, 10).getFirst();
    assertThat(skipped.status()).isEqualTo(ItemStatus.SKIPPED);
    assertThat(skipped.run()).contains(PendingItem.runOf(first.id(), 1));
    assertThat(items.pending(second.id(), 0, 9, 10))
        .extracting(PendingItem::position)
        .containsExactly(2, 3, 4);
  }

  @Test
  void actsOnTheVersionAloneThatAPersonHasSeen() {
    UUID id = loaded(3);
    Optional<Batch.Version> seen = Optional.of(store.find(id).orElseThrow().version());
    assertThat(acts.pause(id, act(BatchActKind.PAUSE, "").onlyAt(seen))).isEqualTo(accepted());

    assertThat(acts.resume(id, act(BatchActKind.RESUME, "").onlyAt(seen)))
        .isEqualTo(BatchActs.Result.CHANGED);
    assertThat(acts.cancel(id, act(BatchActKind.CANCEL, "").onlyAt(seen)))
        .isEqualTo(BatchActs.Result.CHANGED);

    Batch paused = store.find(id).orElseThrow();
    assertThat(paused.status()).isEqualTo(BatchStatus.PAUSED);
    assertThat(acts.resume(id, act(BatchActKind.RESUME, "").onlyAt(Optional.of(paused.version()))))
        .isEqualTo(accepted());
  }

  @Test
  void pausesResumesAndCancels() {
    UUID id = loaded(3);
    assertThat(acts.pause(id, act(BatchActKind.PAUSE, "lunch"))).isEqualTo(accepted());
    assertThat(acts.pause(id, act(BatchActKind.PAUSE, "again"))).isEqualTo(accepted());
    assertThat(status(id)).isEqualTo(BatchStatus.PAUSED);
    assertThat(claims.reserve(HERE, LEASE, 10)).isEmpty();
    assertThat(acts.resume(id, act(BatchActKind.RESUME, ""))).isEqualTo(accepted());
    BatchClaim claim = claimed(id);

    acts.pause(id, act(BatchActKind.PAUSE, ""));
    assertThat(requested(id)).contains(BatchStatus.PAUSED);
    acts.resume(id, act(BatchActKind.RESUME, ""));
    assertThat(requested(id)).isEmpty();
    acts.cancel(id, act(BatchActKind.CANCEL, "enough"));
    acts.pause(id, act(BatchActKind.PAUSE, ""));
    assertThat(requested(id)).contains(BatchStatus.CANCELLED);
    items.end(claim, List.of(completed(2)));
    claims.release(claim, BatchStatus.CANCELLED, Duration.ZERO);

    Batch cancelled = store.find(id).orElseThrow();
    assertThat(cancelled.status()).isEqualTo(BatchStatus.CANCELLED);
    assertThat(cancelled.state().requested()).isEmpty();
    assertThat(cancelled.totals().cancelled()).isEqualTo(2);
    assertThat(store.results(id, Optional.empty(), 0, 10))
        .extracting(ItemResult::position)
        .containsExactly(2, 1, 3);
    assertThat(acts.cancel(id, act(BatchActKind.CANCEL, ""))).isEqualTo(accepted());
    assertThat(acts.resume(id, act(BatchActKind.RESUME, ""))).isEqualTo(BatchActs.Result.ENDED);
    assertThat(acts.retryFailed(id, act(BatchActKind.RETRY_FAILED, "")))
        .isEqualTo(BatchActs.Result.ENDED);
    assertThat(store.acts(id)).extracting(BatchAct::reason).contains("lunch", "enough");
    assertThat(store.acts(id)).hasSize(6);
  }

  @Test
  void aBatchOfWhichAllRunsWaitIsWokenWhenOneDoesNot() throws SQLException {
    BatchClaim claim = claimed(loaded(2));
    run(PendingItem.runOf(claim.batch(), 1), "WAITING");
    run(PendingItem.runOf(claim.batch(), 2), "PAUSED");
    claims.release(claim, BatchStatus.WAITING, Duration.ZERO);
    assertThat(claims.requeue()).isZero();

    update("UPDATE run SET status = 'COMPLETED' WHERE status = 'PAUSED'");

    assertThat(claims.requeue()).isOne();
    assertThat(status(claim.batch())).isEqualTo(BatchStatus.QUEUED);
  }

  @Test
  void aLimitEndsABatchThatARetryReopens() {
    BatchClaim claim = claimed(loaded(3));
    items.end(claim, List.of(failed(1)));

    claims.fail(claim, "too many failed");
    assertThat(requested(claim.batch())).contains(BatchStatus.FAILED);
    claims.release(claim, BatchStatus.FAILED, Duration.ZERO);

    assertThat(store.find(claim.batch()).orElseThrow().state().reason())
        .contains("too many failed");
    assertThat(items.pending(claim.batch(), 0, 9, 10)).hasSize(2);
    acts.retryFailed(claim.batch(), act(BatchActKind.RETRY_FAILED, ""));
    assertThat(store.find(claim.batch()).orElseThrow().state().reason()).isEmpty();
    assertThat(items.pending(claim.batch(), 0, 9, 10)).hasSize(3);
  }

  private UUID loaded(int count) {
    Batch batch = batch(Optional.empty(), limits());
    load(batch, count);
    return batch.id();
  }

  private void load(Batch batch, int count) {
    store.begin(batch, act(BatchActKind.SUBMIT, ""));
    store.ready(batch.id(), count, store.add(batch, newItems(count), 0), Optional.empty());
  }

  private static List<NewItem> newItems(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> new NewItem(i, "key " + i, new JsonValue("{\"n\":%d}".formatted(i))))
        .toList();
  }

  private BatchClaim claimed(UUID id) {
    Batch read = store.find(id).orElseThrow();
    return new BatchClaim(id, claims.claim(read, HERE, LEASE, 7).orElseThrow().holder().epoch());
  }

  private static Batch batch(Optional<String> name, BatchLimits limits) {
    return batch(name, limits, NOW);
  }

  private static Batch batch(Optional<String> name, BatchLimits limits, Instant createdAt) {
    return new Batch(
        UUID.randomUUID(),
        "acme",
        new BatchWork(
            name,
            new AgentRef("clerk", "abc"),
            "desk",
            new Requester("ana", Optional.of(Role.OPERATOR)),
            -2,
            Optional.empty(),
            BatchMode.RUNS),
        limits,
        new BatchTotals(0, 0, 0, 0, 0, BigDecimal.ZERO, 0, 0),
        new Batch.State(BatchStatus.LOADING, Optional.empty(), Optional.empty()),
        new Batch.Holder(Optional.empty(), 0, Optional.empty()),
        new Batch.Times(createdAt, Optional.empty(), Optional.empty(), Optional.empty()));
  }

  private static BatchLimits limits() {
    return new BatchLimits(
        16,
        Optional.of(new BigDecimal("12.5")),
        Optional.of(1_000L),
        Optional.of(3),
        Optional.of(0.25));
  }

  private static ItemOutcome completed(int position) {
    return new ItemOutcome(
        position, ItemStatus.COMPLETED, new BigDecimal("0.25"), 10, Optional.empty(), 8);
  }

  private static ItemOutcome failed(int position) {
    return new ItemOutcome(
        position, ItemStatus.FAILED, new BigDecimal("0.25"), 10, Optional.of("trouble"), 9);
  }

  private static BatchAct act(BatchActKind kind, String reason) {
    return new BatchAct(kind, "ana", reason, NOW.truncatedTo(ChronoUnit.MICROS));
  }

  private static BatchActs.Result accepted() {
    return BatchActs.Result.ACCEPTED;
  }

  private BatchStatus status(UUID id) {
    return store.find(id).orElseThrow().status();
  }

  private Optional<BatchStatus> requested(UUID id) {
    return store.find(id).orElseThrow().state().requested();
  }

  private void expire(UUID id) throws SQLException {
    update("UPDATE batch SET lease_until = created_at WHERE id = '%s'".formatted(id));
  }

  private void run(UUID id, String status) throws SQLException {
    update(
        """
        INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                         last_sequence, created_at, updated_at)
        VALUES ('%s', 'acme', 'clerk', 'abc', 'desk', 'ana', '%s', 1, 5, CURRENT_TIMESTAMP,
                CURRENT_TIMESTAMP)\
        """
            .formatted(id, status));
  }

  private void update(String sql) throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }
}
