package dev.reprise.operations.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.Role;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunsFixture;
import dev.reprise.run.Requester;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for acts on many runs. */
@EachDatabase
class BulkTest extends RunsFixture {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final BulkItem.Refusal REFUSAL = new BulkItem.Refusal("run-ended", "It has.");
  private static final Requester ANA = new Requester("ana", Optional.of(Role.OPERATOR));

  private BulkStore store;
  private BulkQueue operations;

  @BeforeEach
  void noOperations() throws SQLException {
    execute("DELETE FROM bulk_item");
    execute("DELETE FROM bulk_operation");
    store = new BulkStore(table);
    operations = new BulkQueue(table);
  }

  private Optional<BulkClaim> claim(String server) {
    return operations.dueTenants().stream()
        .findFirst()
        .flatMap(tenant -> operations.claim(tenant, server, MINUTE));
  }

  @Test
  void isCarriedOutRunByRun() {
    UUID id = added(3);
    assertThat(operation(id).status()).isEqualTo(BulkStatus.QUEUED);

    BulkClaim claim = claim("here#1").orElseThrow();
    List<BulkItem> first = operations.begin(claim, 0, MINUTE, 2).orElseThrow();
    assertThat(first).extracting(BulkItem::status).containsOnly(BulkItemStatus.PENDING);
    assertThat(
            operations.end(claim, List.of(first.get(0).succeeded(), first.get(1).failed(REFUSAL))))
        .isTrue();
    assertThat(operations.begin(claim, 3, MINUTE, 2)).as("after the last").contains(List.of());
    List<BulkItem> rest = operations.begin(claim, 2, MINUTE, 2).orElseThrow();
    operations.end(claim, List.of(rest.getFirst().succeeded()));
    assertThat(operations.begin(claim, 0, MINUTE, 2)).contains(List.of());
    operations.finish(claim);

    BulkOperation ended = operation(id);
    assertThat(ended.status()).isEqualTo(BulkStatus.COMPLETED);
    assertThat(ended.counts()).isEqualTo(new BulkOperation.Counts(3, 2, 1));
    assertThat(ended.times().endedAt()).isPresent();
    assertThat(store.items(id, Optional.of(BulkItemStatus.FAILED), 0, 10))
        .singleElement()
        .satisfies(item -> assertThat(item.outcome()).contains(REFUSAL));
    assertThat(claim("here#1")).isEmpty();
  }

  @Test
  void aTenantHasAMaximumOfOnesThatHaveNotEnded() {
    UUID first = added(1);
    for (int i = 1; i < BulkStore.MAX_OPEN; i++) {
      added(1);
    }

    assertThatThrownBy(() -> added(1))
        .isInstanceOf(TooManyBulkOperationsException.class)
        .hasMessageContaining("has 20 bulk operations that have not ended");
    store.cancel(first);
    added(1);
  }

  @Test
  void theOldestOnesThatHaveEndedGiveWayToNewOnes() {
    UUID oldest = added(2);
    store.cancel(oldest);
    for (int i = 0; i < BulkStore.KEPT_OF_TENANT; i++) {
      awaitTimeAfter(Instant.now());
      store.cancel(added(1));
    }

    UUID newest = added(1);

    assertThat(store.find("default", oldest)).isEmpty();
    assertThat(store.items(oldest, Optional.empty(), 0, 9)).isEmpty();
    assertThat(store.find("default", newest)).isPresent();
  }

  @Test
  void belongsToOneServerUntilItsLeaseEnds() {
    UUID id = added(2);
    BulkClaim lost = claim("here#1").orElseThrow();
    List<BulkItem> begun = operations.begin(lost, 0, MINUTE, 1).orElseThrow();
    assertThat(claim("there#1")).isEmpty();

    operations.expireEarlierStarts("here", "here#2"); // the server was killed and started again
    BulkClaim next = claim("here#2").orElseThrow();

    assertThat(operations.end(lost, List.of(begun.getFirst().succeeded()))).isFalse();
    assertThat(operations.begin(lost, 0, MINUTE, 1)).isEmpty();
    assertThat(operations.begin(next, 0, MINUTE, 5).orElseThrow())
        .extracting(BulkItem::status)
        .containsExactly(BulkItemStatus.STARTED, BulkItemStatus.PENDING);
    assertThat(operation(id).counts()).isEqualTo(new BulkOperation.Counts(2, 0, 0));
  }

  @Test
  void isHandedBackAndClaimedAfterTheDelay() {
    added(1);
    BulkClaim claim = claim("here#1").orElseThrow();

    operations.release(claim, MINUTE);
    assertThat(claim("there#1")).isEmpty();

    added(1);
    operations.release(claim("here#1").orElseThrow(), Duration.ZERO);
    assertThat(claim("there#1")).isPresent();
  }

  @Test
  void isStoppedByAPerson() {
    UUID id = added(2);
    BulkClaim claim = claim("here#1").orElseThrow();
    List<BulkItem> begun = operations.begin(claim, 0, MINUTE, 1).orElseThrow();

    assertThat(store.cancel(id)).isTrue();

    assertThat(operations.end(claim, List.of(begun.getFirst().succeeded())))
        .as("what was done is in the receipt")
        .isTrue();
    assertThat(operations.begin(claim, 0, MINUTE, 1)).isEmpty();
    operations.finish(claim);
    assertThat(operation(id).status()).isEqualTo(BulkStatus.CANCELLED);
    assertThat(operation(id).counts()).isEqualTo(new BulkOperation.Counts(2, 1, 0));
    assertThat(store.cancel(id)).isFalse();
    assertThat(store.retryFailed(operation(id), ANA, Optional.empty())).isFalse();
  }

  @Test
  void triesWhatFailedAgainOnTheRunsAsTheyAreNow() {
    UUID id = added(2);
    BulkClaim claim = claim("here#1").orElseThrow();
    assertThat(store.retryFailed(operation(id), ANA, Optional.empty()))
        .as("it has not ended")
        .isFalse();
    List<BulkItem> items = operations.begin(claim, 0, MINUTE, 5).orElseThrow();
    operations.end(claim, List.of(items.get(0).succeeded(), items.get(1).failed(REFUSAL)));
    operations.finish(claim);
    UUID run = items.get(1).run();
    queue.pause(run, paused("bo"));

    UUID key = UUID.randomUUID();
    var bo = new Requester("bo", Optional.empty());
    assertThat(store.retryFailed(operation(id), bo, Optional.of(key))).isTrue();

    assertThat(operation(id).counts()).isEqualTo(new BulkOperation.Counts(2, 1, 0));
    assertThat(operation(id).order().by().name()).isEqualTo("bo");
    assertThat(operation(id).order().key()).contains(key);
    BulkClaim again = claim("here#1").orElseThrow();
    assertThat(operations.begin(again, 0, MINUTE, 5).orElseThrow())
        .singleElement()
        .satisfies(
            item -> {
              assertThat(item.run()).isEqualTo(run);
              assertThat(item.seen()).contains(version(run)).isNotEqualTo(items.get(1).seen());
            });
  }

  @Test
  void anApprovalStaysOfWhatItsPreviewShowed() {
    UUID id = ordered(previewed(BulkAct.APPROVE, 1));
    BulkClaim claim = claim("here#1").orElseThrow();
    BulkItem item = operations.begin(claim, 0, MINUTE, 5).orElseThrow().getFirst();
    operations.end(claim, List.of(item.failed(REFUSAL)));
    operations.finish(claim);
    queue.pause(item.run(), paused("bo"));

    assertThat(store.retryFailed(operation(id), ANA, Optional.empty())).isTrue();

    BulkClaim again = claim("here#1").orElseThrow();
    assertThat(operations.begin(again, 0, MINUTE, 5).orElseThrow())
        .singleElement()
        .satisfies(it -> assertThat(it.seen()).isEqualTo(item.seen()));
  }

  @Test
  void aPreviewIsOrderedOnceByThePersonWhoHasIt() {
    UUID id = previewed(BulkAct.CANCEL, 2);
    assertThat(operation(id).status()).isEqualTo(BulkStatus.PREVIEW);
    assertThat(store.items(id, Optional.empty(), 0, 5)).hasSize(2);
    assertThat(claim("here#1")).isEmpty();
    assertThat(store.list("default", Optional.empty(), 5)).isEmpty();
    assertThat(store.cancel(id)).isFalse();

    UUID key = UUID.randomUUID();
    var bo = new Requester("bo", Optional.of(Role.ADMIN));
    assertThat(store.order("default", id, order(BulkAct.CANCEL, bo, Optional.empty()))).isFalse();
    assertThat(store.order("another", id, order(BulkAct.CANCEL, ANA, Optional.empty()))).isFalse();
    assertThat(store.order("default", id, order(BulkAct.CANCEL, ANA, Optional.of(key)))).isTrue();
    assertThat(store.order("default", id, order(BulkAct.CANCEL, ANA, Optional.empty()))).isFalse();

    assertThat(operation(id).status()).isEqualTo(BulkStatus.QUEUED);
    assertThat(operation(id).order().key()).contains(key);
    assertThat(operation(id).order().reason()).contains("enough");
  }

  @Test
  void aFilterMayNameAThousandRuns() {
    String filter = "{\"runs\":[\"%s\"]}".formatted("x".repeat(39_000));
    UUID id = UUID.randomUUID();
    var order =
        new BulkOperation.Order(BulkAct.CANCEL, filter, Optional.empty(), ANA, Optional.empty());

    store.preview(id, "default", order, List.of());

    assertThat(operation(id).order().filter()).isEqualTo(filter);
  }

  @Test
  void theNewestPreviewsOfAPersonAreKeptForAWhile() {
    UUID first = previewed(BulkAct.CANCEL, 1);
    UUID ordered = ordered(previewed(BulkAct.CANCEL, 1));
    awaitTimeAfter(operation(ordered).times().createdAt());
    for (int i = 0; i < 4; i++) {
      previewed(BulkAct.CANCEL, 1);
    }
    assertThat(store.find("default", first)).isPresent();
    previewed(BulkAct.CANCEL, 1);

    assertThat(store.find("default", first)).isEmpty();
    assertThat(store.items(first, Optional.empty(), 0, 5)).isEmpty();
    assertThat(store.find("default", ordered)).isPresent();
    assertThat(store.removePreviews(Instant.now().minus(MINUTE))).isZero();
    assertThat(store.removePreviews(Instant.now().plus(MINUTE))).isEqualTo(5);
    assertThat(store.find("default", ordered)).isPresent();
  }

  @Test
  void areListedTheNewestFirstAndRemovedInTime() {
    UUID first = added(1);
    awaitTimeAfter(operation(first).times().createdAt());
    UUID second = added(1);
    BulkClaim claim = claim("here#1").orElseThrow();
    assertThat(claim.operation().id()).isEqualTo(first);
    operations.finish(claim);

    List<BulkOperation> page = store.list("default", Optional.empty(), 1);
    assertThat(page).extracting(BulkOperation::id).containsExactly(second);
    var after = new BulkStore.Place(operation(second).times().createdAt(), second);
    assertThat(store.list("default", Optional.of(after), 5))
        .extracting(BulkOperation::id)
        .containsExactly(first);
    assertThat(store.list("another", Optional.empty(), 5)).isEmpty();
    assertThat(store.removeEnded(Instant.now().minus(MINUTE))).isZero();
    assertThat(store.removeEnded(Instant.now().plus(MINUTE))).isEqualTo(1);
    assertThat(store.find("default", first)).isEmpty();
    assertThat(store.items(first, Optional.empty(), 0, 5)).isEmpty();
  }

  private UUID added(int runs) {
    return ordered(previewed(BulkAct.CANCEL, runs));
  }

  private UUID ordered(UUID preview) {
    BulkAct act = operation(preview).order().act();
    assertThat(store.order("default", preview, order(act, ANA, Optional.empty()))).isTrue();
    return preview;
  }

  private UUID previewed(BulkAct act, int runs) {
    List<BulkItem> items = new ArrayList<>();
    for (int i = 1; i <= runs; i++) {
      UUID run = queued();
      items.add(BulkItem.selected(i, run, version(run)));
    }
    UUID id = UUID.randomUUID();
    store.preview(id, "default", order(act, ANA, Optional.empty()), items);
    return id;
  }

  private static BulkOperation.Order order(BulkAct act, Requester by, Optional<UUID> key) {
    return new BulkOperation.Order(act, "{}", Optional.of("enough"), by, key);
  }

  private BulkOperation operation(UUID id) {
    return store.find("default", id).orElseThrow();
  }

  private RunRow.Version version(UUID run) {
    RunRow row = row(run);
    return new RunRow.Version(row.epoch(), row.head().sequence());
  }
}
