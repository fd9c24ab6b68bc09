package dev.reprise.queue.inbox;

import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.row.ReasonEncryption;
import dev.reprise.run.NewFork;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Stores the messages of people to runs. The server that receives a message is not the writer of
 * the run's journal. So the inbox stores the message until the holder of the run reads it:
 * redacted, numbered, and never changed. The journal says which messages were read.
 */
@ApplicationScoped
public class MessageInbox implements UnreadMessages {

  private final Database database;
  private final MessageSignal signal;
  private final TextEncryption texts;
  private final Redaction redaction;
  private final ReasonEncryption reasons;

  @Inject
  public MessageInbox(
      Database database,
      MessageSignal signal,
      TextEncryption texts,
      Redaction redaction,
      ReasonEncryption reasons) {
    this.database = database;
    this.texts = texts;
    this.signal = signal;
    this.redaction = redaction;
    this.reasons = reasons;
  }

  /**
   * Adds a message after the existing messages of a run. When this method returns, the message is
   * durable.
   *
   * @return the number of the message; empty if the run has ended or does not exist
   */
  public OptionalLong post(UUID run, String by, Optional<String> reason, String text) {
    OptionalLong number =
        database.together(
            statements -> {
              // The row is locked until the commit, so no other message gets this number.
              if (statements.update(MessageSql.COUNT, run) == 0) {
                return OptionalLong.empty();
              }
              long last = statements.number(MessageSql.COUNTED, run);
              statements.update(MessageSql.INSERT, row(run, last, new Words(by, reason, text)));
              return OptionalLong.of(last);
            });
    number.ifPresent(given -> signal.give(run, given));
    return number;
  }

  /** Stores the first message of a fork, whose row does not exist yet. */
  public void postFirst(NewFork fork, String text) {
    var words = new Words(fork.requester().name(), fork.reason(), text);
    database.update(MessageSql.INSERT, row(fork.id(), 1, words));
  }

  private record Words(String by, Optional<String> reason, String text) {}

  /** Returns the row of a message as it is stored: redacted, and encrypted if that is enabled. */
  private @Nullable Object[] row(UUID run, long number, Words words) {
    Optional<String> reason =
        words.reason().map(it -> reasons.hide(run, ReasonEncryption.Kind.MESSAGE, number, it));
    TextEncryption.Encrypted text = texts.hide(place(run, number), redaction.text(words.text()));
    return new @Nullable Object[] {run, number, words.by(), reason, text.text(), text.key()};
  }

  /**
   * Deletes the messages of a run that was not created. If the run exists after all, its messages
   * stay.
   *
   * @param reason the reason why the run was not created; gets a failure to delete as suppressed
   */
  public void forget(UUID run, RuntimeException reason) {
    try {
      database.update(MessageSql.FORGET, run, run);
    } catch (DatabaseException e) {
      reason.addSuppressed(e);
    }
  }

  /** Returns who has posted messages to a run, also those that it has not read yet. */
  public List<String> senders(UUID run) {
    return database.rows(MessageSql.SENDERS, row -> row.text("posted_by"), run);
  }

  @Override
  public List<PostedMessage> after(UUID run, long number) {
    return database.rows(MessageSql.AFTER, row -> read(run, row), run, number);
  }

  private PostedMessage read(UUID run, Row row) {
    long number = row.number("number");
    var encrypted = new TextEncryption.Encrypted(row.text("cipher_key"), row.text("text"));
    return new PostedMessage(
        number,
        row.text("posted_by"),
        row.instant("posted_at"),
        row.optionalText("reason")
            .map(it -> reasons.show(run, ReasonEncryption.Kind.MESSAGE, number, it)),
        texts.show(place(run, number), encrypted));
  }

  private static TextEncryption.Place place(UUID run, long number) {
    return new TextEncryption.Place(run, number, "message");
  }
}
