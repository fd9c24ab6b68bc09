package dev.reprise.queue.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.Claims;
import dev.reprise.queue.row.Claim;
import dev.reprise.queue.row.ReasonEncryption;
import dev.reprise.queue.row.RunsFixture;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for the messages to a run. */
@EachDatabase
class MessageInboxTest extends RunsFixture {

  private final Map<UUID, Long> signalled = new ConcurrentHashMap<>();

  @BeforeEach
  void listen() {
    posted.listen((run, number) -> signalled.put(run, number));
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
    assertThat(messages.senders(run)).containsExactlyInAnyOrder("ana", "bo");
    assertThat(row(run).messages()).isEqualTo(2);
    assertThat(signalled).containsEntry(run, 2L);
    Claim claim = admitted(run, HERE).claim();
    assertThat(claims.heldBy(HERE)).containsExactly(new Claims.Held(claim, false, false, 2));
  }

  @Test
  void aMessageDoesNotChangeSinceWhenARunWaits() throws SQLException {
    UUID run = queued();
    execute("UPDATE run SET updated_at = created_at WHERE id = ?", run);

    messages.post(run, "ana", Optional.empty(), "take your time");

    assertThat(
            table.rows(
                "SELECT id FROM run WHERE id = ? AND updated_at = created_at",
                row -> row.id("id"),
                run))
        .hasSize(1);
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
                row -> row.text("text") + row.text("reason"),
                run))
        .singleElement()
        .asString()
        .doesNotContain("canary");
    assertThatThrownBy(() -> messages.after(run, 0)).hasMessageContaining("with key 'k1'");
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
}
