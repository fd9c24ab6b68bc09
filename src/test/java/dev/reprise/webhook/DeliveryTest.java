package dev.reprise.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.agent.message.Failure;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.journal.Writer;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.operations.retention.EndedRuns;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.ClaimResult;
import dev.reprise.queue.row.Erasing;
import dev.reprise.webhook.Deliveries.Place;
import dev.reprise.webhook.Delivery.LastAnswer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every database must do so that webhooks are told what is in the journal. */
@EachDatabase
class DeliveryTest extends WebhooksFixture {

  private static final LastAnswer OK = new LastAnswer(Optional.of(204), Optional.empty());
  private static final LastAnswer BAD = new LastAnswer(Optional.of(500), Optional.of("it is down"));

  @Test
  void tellsEachWebhookOfTheTenantThatWantsTheEvent() {
    Webhook all = wantingAll();
    Webhook ends =
        webhooks
            .create(UUID.randomUUID(), TENANT, wants(EnumSet.of(EventKind.COMPLETED)), "ana")
            .webhook();
    Webhook other =
        webhooks
            .create(UUID.randomUUID(), "other", wants(EnumSet.allOf(EventKind.class)), "eve")
            .webhook();
    Webhook off =
        webhooks
            .create(
                UUID.randomUUID(),
                TENANT,
                new Webhook.Definition(URL, EnumSet.allOf(EventKind.class), false),
                "ana")
            .webhook();

    UUID run = asksAndCompletes();

    assertThat(of(all))
        .extracting(Delivery::id, Delivery::event, Delivery::status)
        .containsExactly(
            tuple(new DeliveryId(run, 6), EventKind.COMPLETED, DeliveryStatus.PENDING),
            tuple(new DeliveryId(run, 3), EventKind.WAITING_FOR_APPROVAL, DeliveryStatus.PENDING));
    assertThat(of(ends)).extracting(Delivery::event).containsExactly(EventKind.COMPLETED);
    assertThat(of(other)).isEmpty();
    assertThat(of(off)).isEmpty();
    assertThat(journal.position(run, 6)).isEqualTo(row(run).head());
  }

  @Test
  void tellsNothingOfAnAppendThatIsRefused() {
    Webhook webhook = wantingAll();
    UUID run = queued();
    ClaimResult.Admitted admitted = admitted(run, HERE);
    var stale = new Writer(run, TENANT, admitted.claim().epoch() - 1);
    var ending = List.of(new LifecycleEvent.Completed(""));

    assertThatThrownBy(() -> journal.append(stale, admitted.head(), ending).await())
        .isInstanceOf(StaleEpochException.class);

    assertThat(of(webhook)).isEmpty();
  }

  @Test
  void tellsThatAModelFailedInTheMiddleOfAPhase() {
    Webhook webhook = wantingAll();
    UUID run = queued();
    ClaimResult.Admitted admitted = admitted(run, HERE);

    journal
        .append(
            admitted.claim().writer(),
            admitted.head(),
            List.of(
                new PhaseEvent.Started("one", "", Instant.EPOCH),
                new ModelEvent.Failed("one", 1, new Failure("overloaded", "busy"))))
        .await();

    assertThat(of(webhook))
        .extracting(Delivery::id, Delivery::event)
        .containsExactly(tuple(new DeliveryId(run, 4), EventKind.MODEL_FAILED));
  }

  @Test
  void tellsOnceOfAnEventOfTwoKinds() {
    Webhook both = wantingAll();
    Webhook one =
        webhooks
            .create(UUID.randomUUID(), TENANT, wants(EnumSet.of(EventKind.MODEL_FAILED)), "ana")
            .webhook();
    UUID run = queued();
    ClaimResult.Admitted admitted = admitted(run, HERE);

    journal
        .append(
            admitted.claim().writer(),
            admitted.head(),
            List.of(
                new PhaseEvent.Started("one", "", Instant.EPOCH),
                new ModelEvent.Failed("one", 1, new Failure("overloaded", "busy"), Optional.of(3))))
        .await();

    assertThat(of(both)).extracting(Delivery::event).containsExactly(EventKind.RETRIES_EXHAUSTED);
    assertThat(of(one)).extracting(Delivery::event).containsExactly(EventKind.MODEL_FAILED);
  }

  @Test
  void tellsOfARecoveryOnlyIfAServerWasLost() throws SQLException {
    Webhook webhook = wantingAll();
    UUID run = queued();
    admitted(run, THERE);
    assertThat(of(webhook)).isEmpty();

    letLeaseRunOut(run);
    lost.expired(HERE).forEach(claim -> lost.requeue(claim, HERE));
    admitted(run, HERE);

    assertThat(of(webhook)).extracting(Delivery::event).containsExactly(EventKind.RECOVERED);
  }

  @Test
  void hasOneServerAtATimeSendAnEvent() throws Exception {
    wantingAll();
    completed();
    completed();
    Callable<List<ClaimedDelivery>> claim = this::claimed;
    List<ClaimedDelivery> all = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (Future<List<ClaimedDelivery>> one : threads.invokeAll(Collections.nCopies(8, claim))) {
        all.addAll(one.get());
      }
    }

    assertThat(all).hasSize(2).extracting(ClaimedDelivery::id).doesNotHaveDuplicates();
    assertThat(claimed()).as("the claims have not expired").isEmpty();
  }

  @Test
  void sendsAnEventOnlyAfterThoseBeforeItInItsRun() throws SQLException {
    Webhook webhook = wantingAll();
    UUID run = asksAndCompletes();
    UUID other = completed();

    List<ClaimedDelivery> first = claimed();
    assertThat(first)
        .extracting(ClaimedDelivery::id)
        .containsExactlyInAnyOrder(new DeliveryId(run, 3), new DeliveryId(other, 3));
    assertThat(claimed()).as("the first is being sent").isEmpty();
    assertThat(pending.retry(of(run, first), Duration.ofHours(1), BAD)).isTrue();
    assertThat(claimed()).as("the first is to be sent again").isEmpty();
    makeDue();
    List<ClaimedDelivery> again = claimed();
    assertThat(of(run, again).attempt()).isEqualTo(2);
    assertThat(pending.giveUp(of(run, again), BAD)).isTrue();

    assertThat(claimed()).extracting(ClaimedDelivery::id).containsExactly(new DeliveryId(run, 6));
    assertThat(deliveries.find(webhook, new DeliveryId(run, 3)).orElseThrow().status())
        .isEqualTo(DeliveryStatus.DEAD_LETTER);
  }

  private static ClaimedDelivery of(UUID run, List<ClaimedDelivery> claimed) {
    return claimed.stream().filter(it -> it.id().run().equals(run)).findFirst().orElseThrow();
  }

  @Test
  void hasAnotherServerSendAgainWhatALostOneHadClaimed() throws SQLException {
    Webhook webhook = wantingAll();
    UUID run = completed();
    ClaimedDelivery lost = claimed().getFirst();
    makeDue();

    ClaimedDelivery again = claimed().getFirst();

    assertThat(again.id()).isEqualTo(lost.id());
    assertThat(again.attempt()).isEqualTo(2);
    assertThat(pending.giveUp(lost, BAD)).as("its claim is outdated").isFalse();
    assertThat(pending.retry(lost, Duration.ZERO, BAD)).as("its claim is outdated").isFalse();
    assertThat(pending.delivered(again, OK)).isTrue();
    Delivery ended = deliveries.find(webhook, new DeliveryId(run, 3)).orElseThrow();
    assertThat(ended.status()).isEqualTo(DeliveryStatus.DELIVERED);
    assertThat(ended.last()).isEqualTo(OK);
    assertThat(ended.dueAt()).isEmpty();
    assertThat(ended.endedAt()).isPresent();
  }

  @Test
  void saysWhatTheLastAnswerWas() {
    Webhook webhook = wantingAll();
    completed();
    pending.retry(claimed().getFirst(), Duration.ofHours(1), BAD);

    Delivery waiting = of(webhook).getFirst();

    assertThat(waiting.last()).isEqualTo(BAD);
    assertThat(waiting.attempts()).isOne();
    assertThat(waiting.dueAt().orElseThrow()).isAfter(waiting.happenedAt().plusSeconds(3000));
  }

  @Test
  void cutsALongErrorOff() {
    Webhook webhook = wantingAll();
    completed();
    var longError = new LastAnswer(Optional.empty(), Optional.of("x".repeat(1000)));
    pending.retry(claimed().getFirst(), Duration.ZERO, longError);

    assertThat(of(webhook).getFirst().last().error().orElseThrow())
        .hasSize(DeliveryQueue.MAX_ERROR)
        .endsWith("x…");
  }

  @Test
  void sendsAnEventAgainIfAPersonAsksForIt() {
    Webhook webhook = wantingAll();
    UUID run = completed();
    var id = new DeliveryId(run, 3);
    assertThat(deliveries.redeliver(webhook, id)).as("it is pending anyway").isFalse();
    pending.giveUp(claimed().getFirst(), BAD);

    assertThat(deliveries.redeliver(webhook, id)).isTrue();
    assertThat(deliveries.redeliver(webhook, new DeliveryId(run, 4))).isFalse();

    ClaimedDelivery again = claimed().getFirst();
    assertThat(again.attempt()).as("it starts again").isOne();
    pending.delivered(again, OK);
    assertThat(deliveries.redeliver(webhook, id)).as("also if it was delivered").isTrue();
  }

  @Test
  void sendsNothingToAWebhookThatIsDisabled() {
    Webhook webhook = wantingAll();
    completed();
    Webhook off =
        webhooks
            .change(webhook, new Webhook.Definition(URL, webhook.definition().events(), false))
            .orElseThrow();
    assertThat(claimed()).isEmpty();

    webhooks.change(off, webhook.definition());

    assertThat(claimed()).hasSize(1);
  }

  @Test
  void listsDeliveriesPageByPage() {
    Webhook webhook = wantingAll();
    for (int i = 0; i < 5; i++) {
      asksAndCompletes();
    }
    pending.delivered(claimed().getFirst(), OK);

    List<Delivery> paged = new ArrayList<>();
    List<Delivery> page = deliveries.list(webhook, Optional.empty(), Optional.empty(), 3);
    while (!page.isEmpty()) {
      paged.addAll(page);
      Optional<Place> after = Optional.of(Place.of(page.getLast()));
      page = deliveries.list(webhook, Optional.empty(), after, 3);
    }

    assertThat(paged).hasSize(10).isEqualTo(of(webhook));
    assertThat(paged)
        .extracting(Delivery::happenedAt)
        .isSortedAccordingTo(Collections.reverseOrder());
    assertThat(
            deliveries.list(webhook, Optional.of(DeliveryStatus.DELIVERED), Optional.empty(), 100))
        .hasSize(1);
  }

  @Test
  void deletesWhatEndedLongAgoAndWhatHasNoWebhook() throws SQLException {
    Webhook webhook = wantingAll();
    UUID old = completed();
    completed();
    claimed().forEach(claimed -> pending.delivered(claimed, OK));
    execute(
        "UPDATE webhook_delivery SET ended_at = {ts '2020-01-01 00:00:00'} WHERE run_id = ?", old);
    UUID waiting = completed();
    var deletion = new EndedDeliveries(new Database(database()));

    assertThat(deletion.delete(Duration.ofDays(7))).isOne();
    assertThat(of(webhook)).hasSize(2).extracting(it -> it.id().run()).contains(waiting);

    execute("DELETE FROM webhook");
    assertThat(deletion.delete(Duration.ofDays(7))).isEqualTo(2);
  }

  @Test
  void forgetsTheDeliveriesOfAnErasedRunAndOfADeletedWebhook() {
    Webhook webhook = wantingAll();
    Webhook second = wantingAll();
    UUID run = completed();
    completed();

    var ended = new EndedRuns(table, TestDatabases.sizes(database()));
    new Erasing(database()).erasures().erase(ended.find(run).orElseThrow());
    assertThat(of(webhook)).hasSize(1).extracting(it -> it.id().run()).doesNotContain(run);

    assertThat(webhooks.remove(webhook)).isTrue();
    assertThat(of(webhook)).isEmpty();
    assertThat(of(second)).hasSize(1);
  }
}
