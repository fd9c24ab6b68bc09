package dev.reprise.queue.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.ClaimResult;
import dev.reprise.queue.inbox.DecisionInbox.Deciders;
import dev.reprise.queue.inbox.DecisionInbox.Posted;
import dev.reprise.queue.row.RunsFixture;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for decisions about calls of runs that jobs hold. */
@EachDatabase
class DecisionInboxTest extends RunsFixture {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private DecisionInbox inbox;

  @BeforeEach
  void open() {
    var plain = new TextEncryption(KeySource.of(KeyRing.EMPTY));
    inbox = new DecisionInbox(table, plain, Redaction.none());
  }

  @Test
  void keepsDecisionsInOrderUntilTheRunWaits() {
    UUID run = queued();
    HumanInputEvent yes = decided("c1", true, "a");
    HumanInputEvent no = decided("c2", false, "a");

    assertThat(inbox.post(run, yes, Deciders.ONE)).isEqualTo(Posted.ACCEPTED);
    ClaimResult.Admitted admitted = admitted(run, HERE);
    assertThat(inbox.post(run, no, Deciders.ONE)).isEqualTo(Posted.ACCEPTED);
    assertThat(inbox.deliverable()).isEmpty();
    releaseToWait(admitted, Instant.now().plusSeconds(99));

    assertThat(inbox.deliverable()).extracting(inbox::open).containsExactly(yes, no);
    assertThat(inbox.deliverable()).extracting(PostedDecision::run).containsOnly(run);
    inbox.remove(inbox.deliverable().getFirst());
    assertThat(inbox.deliverable()).extracting(inbox::open).containsExactly(no);
    assertThat(inbox.hasReadable(run)).isTrue();
    inbox.remove(inbox.deliverable().getFirst());
    assertThat(inbox.hasReadable(run)).isFalse();
  }

  @Test
  void acceptsOneDecisionAboutEachStateOfACall() {
    UUID run = queued();

    assertThat(inbox.post(run, decided("c1", true, "a"), Deciders.ONE)).isEqualTo(Posted.ACCEPTED);
    assertThat(inbox.post(run, decided("c1", false, "a"), Deciders.ONE))
        .isEqualTo(Posted.ALREADY_DECIDED);
    assertThat(inbox.post(run, decided("c1", false, "b"), Deciders.ONE)).isEqualTo(Posted.ACCEPTED);
  }

  @Test
  void acceptsOneOfManyDecisionsAtOnce() throws Exception {
    UUID run = queued();
    Callable<Posted> post = () -> inbox.post(run, decided("c1", true, "a"), Deciders.ONE);
    try (var threads = Executors.newFixedThreadPool(8)) {
      int accepted = 0;
      for (Future<Posted> one : threads.invokeAll(Collections.nCopies(16, post))) {
        accepted += one.get() == Posted.ACCEPTED ? 1 : 0;
      }
      assertThat(accepted).isOne();
    }
  }

  @Test
  void acceptsADecisionForAPausedRun() {
    UUID paused = queued();
    queue.pause(paused, paused("ana"));

    assertThat(inbox.post(paused, decided("c1", true, "a"), Deciders.ONE))
        .isEqualTo(Posted.ACCEPTED);
    assertThat(inbox.post(paused, decided("c1", false, "a"), Deciders.ONE))
        .isEqualTo(Posted.ALREADY_DECIDED);
  }

  @Test
  void acceptsNoDecisionForARunThatHasEndedOrIsMissing() {
    UUID ended = queued();
    queue.cancel(ended, new ControlEvent.Cancelled("ana", "enough"));

    for (UUID run : List.of(ended, UUID.randomUUID())) {
      assertThat(inbox.post(run, decided("c1", true, "a"), Deciders.ONE))
          .isEqualTo(Posted.NOT_ACTIVE);
    }
  }

  @Test
  void returnsWhatAPausedRunTakesAndWhatAnEndedRunDoesNot() {
    UUID ended = queued();
    inbox.post(ended, decided("c1", true, "a"), Deciders.ONE);
    queue.cancel(ended, new ControlEvent.Cancelled("ana", "enough"));
    UUID paused = queued();
    inbox.post(paused, decided("c1", true, "a"), Deciders.ONE);
    queue.pause(paused, paused("ana"));

    assertThat(inbox.deliverable()).extracting(PostedDecision::run).containsExactly(ended, paused);
  }

  @Test
  void encryptsADecisionIfRecordsAreEncrypted() {
    var keys = new TextEncryption(KeySource.of(KeyRing.parse(KEY)));
    var hidden = new DecisionInbox(table, keys, Redaction.none());
    UUID run = queued();
    var answer =
        new HumanInputEvent.Answered(
            "only", 1, "c1", "the canary is yellow", "ana", NOW, Optional.empty());
    hidden.post(run, answer, Deciders.ONE);
    queue.cancel(run, new ControlEvent.Cancelled("ana", "enough"));

    assertThat(hidden.deliverable()).extracting(hidden::open).containsExactly(answer);
    assertThat(inbox.deliverable().toString()).doesNotContain("canary");
    PostedDecision posted = inbox.deliverable().getFirst();
    assertThatThrownBy(() -> inbox.open(posted)).hasMessageContaining("with key 'k1'");
  }

  @Test
  void holdsNoRunForADecisionThatThisServerCannotRead() {
    var keys = new TextEncryption(KeySource.of(KeyRing.parse(KEY)));
    var hidden = new DecisionInbox(table, keys, Redaction.none());
    UUID run = queued();
    hidden.post(run, decided("c1", true, "a"), Deciders.ONE);

    assertThat(hidden.hasReadable(run)).isTrue();
    assertThat(inbox.hasReadable(run)).as("without the key").isFalse();
    inbox.post(run, decided("c2", true, "a"), Deciders.ONE);
    assertThat(inbox.hasReadable(run)).isTrue();
  }

  @Test
  void isReadByTheNextServerAfterItsOwnDied() {
    UUID run = queued();
    HumanInputEvent yes = decided("c1", true, "a");
    inbox.post(run, yes, Deciders.ONE);
    ClaimResult.Admitted admitted = admitted(run, HERE);

    open(); // a new server knows the database alone
    releaseToWait(admitted, Instant.now().plusSeconds(99));

    assertThat(inbox.deliverable()).extracting(inbox::open).containsExactly(yes);
  }

  @Test
  void acceptsADecisionOfEachPersonIfSeveralDecide() {
    UUID run = queued();

    assertThat(inbox.post(run, decidedBy("ana"), Deciders.SEVERAL)).isEqualTo(Posted.ACCEPTED);
    assertThat(inbox.post(run, decidedBy("bo"), Deciders.SEVERAL)).isEqualTo(Posted.ACCEPTED);
    assertThat(inbox.post(run, decidedBy("ana"), Deciders.SEVERAL))
        .isEqualTo(Posted.ALREADY_DECIDED);
  }

  private static HumanInputEvent decidedBy(String person) {
    return new HumanInputEvent.Decided(
        "only", 1, "c1", true, person, NOW, Optional.empty(), Optional.of("a"));
  }

  private static HumanInputEvent decided(String call, boolean approved, String digest) {
    return new HumanInputEvent.Decided(
        "only", 1, call, approved, "ana", NOW, Optional.of("why"), Optional.of(digest));
  }
}
