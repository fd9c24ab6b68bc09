package dev.reprise.batch.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.reprise.batch.Hold;
import dev.reprise.batch.NewItem;
import dev.reprise.batch.PendingItem;
import dev.reprise.batch.ProviderBatch;
import dev.reprise.batch.ProviderBatch.State;
import dev.reprise.batch.SubmittedBatch;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.inbox.PrepaidReplies;
import dev.reprise.queue.row.ReasonEncryption;
import dev.reprise.run.AgentRef;
import dev.reprise.run.Requester;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a database must do for batches of providers. */
@EachDatabase
class ProviderBatchesTest {

  private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");
  private static final Duration LONG = Duration.ofHours(1);
  private static final ProviderBatch.Reserved RESERVED =
      new ProviderBatch.Reserved(
          Optional.of(LocalDate.parse("2026-11-25")),
          Optional.of(new BigDecimal("0.250000")),
          1500);

  private BatchStore store;
  private BatchActs acts;
  private BatchClaims claims;
  private BatchItems items;
  private ProviderBatches batches;
  private ProviderCosts costs;
  private PrepaidReplies replies;

  private static DataSource database() {
    return TestDatabases.current();
  }

  @BeforeEach
  void emptyDatabase() throws SQLException {
    for (String table :
        List.of("batch", "batch_item", "batch_act", "provider_batch", "prepaid_reply")) {
      JdbcTransaction.with(database(), it -> it.update("DELETE FROM " + table));
    }
    var transactions = new Database(database());
    var texts = new TextEncryption(KeySource.of(KeyRing.EMPTY));
    var table = new ItemTable(texts, Redaction.none());
    var people = new BatchActTable(new ReasonEncryption(texts, Redaction.none()));
    store = new BatchStore(transactions, table, people);
    acts = new BatchActs(transactions, table, people);
    claims = new BatchClaims(transactions, table);
    items = new BatchItems(transactions, table);
    batches = new ProviderBatches(transactions, table);
    costs = new ProviderCosts(transactions);
    replies = new PrepaidReplies(new Database(database()), texts);
  }

  @Test
  void holdsItemsUntilTheirRepliesAreStored() {
    BatchClaim claim = claimed(loaded(4));
    assertThat(items.pending(claim.batch(), 0, 9, 10)).isEmpty();
    assertThat(batches.unsubmitted(claim.batch(), 1, 2))
        .extracting(PendingItem::position)
        .containsExactly(2, 3);
    ProviderBatch intent = intended(claim, 4, 1);

    assertThat(batches.unsubmitted(claim.batch(), 0, 10))
        .extracting(PendingItem::position)
        .containsExactly(2, 3);
    assertThat(batches.items(intent)).extracting(PendingItem::position).containsExactly(4, 1);
    assertThat(batches.items(intent).getFirst().input()).isEqualTo(new JsonValue("{\"n\":4}"));
    assertThat(batches.unfinished(claim.batch())).containsExactly(intent);
    batches.runSingly(claim, List.of(2));
    batches.collected(claim, intent);

    assertThat(items.pending(claim.batch(), 0, 9, 10))
        .extracting(PendingItem::position)
        .containsExactly(1, 2, 4);
    assertThat(batches.unfinished(claim.batch())).isEmpty();
  }

  @Test
  void givesTheItemsOfARefusedBatchBack() {
    BatchClaim claim = claimed(loaded(2));
    ProviderBatch intent = intended(claim, 1, 2);

    batches.refused(claim, intent);

    assertThat(batches.unfinished(claim.batch())).isEmpty();
    assertThat(batches.unsubmitted(claim.batch(), 0, 10)).hasSize(2);
    assertThat(items.pending(claim.batch(), 0, 9, 10)).isEmpty();
  }

  @Test
  void submitsNoItemTwiceAndNothingForALostClaim() {
    BatchClaim claim = claimed(loaded(2));
    intended(claim, 1);

    assertThatThrownBy(() -> intended(claim, 2, 1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> intended(new BatchClaim(claim.batch(), claim.epoch() - 1), 2))
        .isInstanceOf(BatchLostException.class);

    assertThat(batches.unfinished(claim.batch())).hasSize(1);
    assertThat(batches.unsubmitted(claim.batch(), 0, 10)).hasSize(1);
  }

  @Test
  void oneServerAsksWhenABatchIsDue() {
    BatchClaim claim = claimed(loaded(1));
    ProviderBatch intent = intended(claim, 1);
    assertThat(batches.due(10)).isEmpty();

    batches.opened(intent, "batch_7", Duration.ZERO);

    ProviderBatch open = batches.due(10).getFirst();
    assertThat(open.state()).isEqualTo(State.OPEN);
    assertThat(open.providerId()).contains("batch_7");
    assertThat(batches.known("acme")).containsExactly("batch_7");
    assertThat(batches.known("other")).isEmpty();
    assertThat(batches.reserve(open, LONG)).isTrue();
    assertThat(batches.reserve(open, LONG)).isFalse();
    assertThat(batches.due(10)).isEmpty();
  }

  @Test
  void wakesItsBatchWhenItHasEndedOrIsToBeLookedFor() {
    BatchClaim claim = claimed(loaded(1));
    ProviderBatch intent = intended(claim, 1);
    batches.move(intent, State.UNKNOWN, LONG);
    claims.release(claim, BatchStatus.WAITING, Duration.ZERO);
    assertThat(claims.requeue()).isZero();

    batches.opened(intent, "batch_7", Duration.ZERO);
    assertThat(claims.requeue()).isZero();
    assertThat(batches.move(intent, State.ENDED, Duration.ZERO)).as("an older state").isFalse();
    assertThat(batches.move(intent.in(State.OPEN), State.ENDED, Duration.ZERO)).isTrue();
    assertThat(claims.requeue()).isOne();

    BatchClaim again = claimed(claim.batch());
    batches.move(intent.in(State.ENDED), State.UNKNOWN, Duration.ZERO);
    claims.release(again, BatchStatus.WAITING, Duration.ZERO);
    assertThat(claims.requeue()).isOne();
  }

  @Test
  void aCancelledBatchCancelsAtItsProviderAndKeepsNoReply() {
    BatchClaim claim = claimed(loaded(1));
    ProviderBatch intent = intended(claim, 1);
    batches.opened(intent, "batch_7", Duration.ZERO);
    UUID run = PendingItem.runOf(claim.batch(), 1);
    replies.putAll(Map.of(run, "{\"a\":1}"));
    replies.putAll(Map.of(run, "{\"a\":2}"));
    assertThat(replies.find(run)).contains("{\"a\":1}");
    assertThat(batches.dueToBeCancelled(10)).isEmpty();

    acts.cancel(claim.batch(), new BatchAct(BatchActKind.CANCEL, "ana", "", NOW));
    claims.release(claim, BatchStatus.CANCELLED, Duration.ZERO);

    assertThat(batches.due(10)).isEmpty();
    assertThat(batches.dueToBeCancelled(10))
        .containsExactly(batches.unfinished(claim.batch()).getFirst());
    assertThat(replies.find(run)).isEmpty();
  }

  @Test
  void whatIsReservedIsKnownUntilTheProviderRefuses() {
    BatchClaim claim = claimed(loaded(3));
    ProviderBatch first = intended(claim, 1);
    ProviderBatch second = intended(claim, 2, 3);

    assertThat(batches.unfinished(claim.batch()))
        .extracting(ProviderBatch::reserved)
        .containsExactly(RESERVED, RESERVED);
    assertThat(costs.reserved(claim.batch())).isEqualByComparingTo("0.5");
    batches.refused(claim, second);
    assertThat(costs.reserved(claim.batch())).isEqualByComparingTo("0.25");
    assertThat(first.in(State.OPEN).reserved()).isEqualTo(RESERVED);
  }

  @Test
  void showsWhatABatchHasAtProvidersAndSinceWhen() {
    BatchClaim claim = claimed(loaded(3));
    ProviderBatch open = intended(claim, 1);
    var shown = new SubmittedBatches(new Database(database()));
    assertThat(shown.of(claim.batch()))
        .containsExactly(
            new SubmittedBatch("acme", Optional.empty(), 1, State.SUBMITTING, Optional.empty()));

    batches.opened(open, "batch_7", Duration.ZERO);
    batches.collected(claim, open.in(State.OPEN));

    SubmittedBatch now = shown.of(claim.batch()).getFirst();
    assertThat(now.id()).contains("batch_7");
    assertThat(now.state()).isEqualTo(State.COLLECTED);
    assertThat(now.submittedAt().orElseThrow())
        .isBetween(Instant.now().minus(Duration.ofMinutes(1)), Instant.now().plusSeconds(60));
    assertThat(shown.of(UUID.randomUUID())).isEmpty();
  }

  @Test
  void aHeldBatchWaitsForItsTimeOrForTheApprovalOfExactlyItsAmount() {
    BatchClaim claim = claimed(loaded(1));
    var hold = new Hold("it costs", Optional.empty(), Optional.of(new BigDecimal("12.5")));
    claims.hold(claim, hold);
    claims.release(claim, BatchStatus.WAITING, Duration.ZERO);
    assertThat(claims.find(claim.batch()).orElseThrow().state().hold()).contains(hold);
    assertThat(claims.requeue()).isZero();

    var act = new BatchAct(BatchActKind.APPROVE, "bo", "", NOW);
    assertThat(acts.approve(claim.batch(), act, new BigDecimal("12.4")))
        .isEqualTo(BatchActs.Result.NOT_ASKED);
    assertThat(acts.approve(claim.batch(), act, new BigDecimal("12.50")))
        .isEqualTo(BatchActs.Result.ACCEPTED);
    assertThat(costs.approved(claim.batch()).orElseThrow()).isEqualByComparingTo("12.5");
    Batch approved = claims.find(claim.batch()).orElseThrow();
    assertThat(approved.status()).isEqualTo(BatchStatus.QUEUED);
    assertThat(approved.state().hold()).isEmpty();

    BatchClaim again = claimed(claim.batch());
    claims.hold(again, Hold.until(Instant.now().plus(LONG), "later"));
    claims.release(again, BatchStatus.WAITING, Duration.ZERO);
    assertThat(claims.requeue()).as("before its time").isZero();
    BatchClaim third = claimed(claim.batch());
    assertThat(claims.find(claim.batch()).orElseThrow().state().hold()).isEmpty();
    claims.hold(third, Hold.until(NOW, "it is over"));
    claims.release(third, BatchStatus.WAITING, Duration.ZERO);
    assertThat(claims.requeue()).isEqualTo(1);
  }

  private ProviderBatch intended(BatchClaim claim, Integer... positions) {
    var intent =
        new ProviderBatch(
            UUID.randomUUID(),
            claim.batch(),
            "acme",
            Optional.empty(),
            positions.length,
            State.SUBMITTING,
            NOW,
            RESERVED);
    batches.intend(claim, intent, List.of(positions), LONG);
    return intent;
  }

  private UUID loaded(int count) {
    var batch =
        new Batch(
            UUID.randomUUID(),
            "acme",
            new BatchWork(
                Optional.empty(),
                new AgentRef("clerk", "abc"),
                "desk",
                new Requester("ana", Optional.empty()),
                0,
                Optional.empty(),
                BatchMode.PROVIDER_BATCH),
            new BatchLimits(
                16, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
            new BatchTotals(0, 0, 0, 0, 0, BigDecimal.ZERO, 0, 0),
            new Batch.State(BatchStatus.LOADING, Optional.empty(), Optional.empty()),
            new Batch.Holder(Optional.empty(), 0, Optional.empty()),
            new Batch.Times(NOW, Optional.empty(), Optional.empty(), Optional.empty()));
    store.begin(batch, new BatchAct(BatchActKind.SUBMIT, "ana", "", NOW));
    List<NewItem> all =
        IntStream.rangeClosed(1, count)
            .mapToObj(i -> new NewItem(i, "key " + i, new JsonValue("{\"n\":%d}".formatted(i))))
            .toList();
    store.ready(batch.id(), count, store.add(batch, all, 0), Optional.empty());
    assertThat(store.find(batch.id()).orElseThrow().work()).isEqualTo(batch.work());
    return batch.id();
  }

  private BatchClaim claimed(UUID id) {
    Batch read = store.find(id).orElseThrow();
    return new BatchClaim(id, claims.claim(read, "here#1", LONG, 7).orElseThrow().holder().epoch());
  }
}
