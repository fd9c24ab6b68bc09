package dev.reprise.run;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * What people say to runs. Who posts a message is not the writer of the run's journal, so it lies
 * here until the holder takes it: numbered, and never changed. The journal says which were taken.
 */
@ApplicationScoped
public class Messages implements UnreadMessages {

  private RunTable table;
  private MessageSignal signal;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  Messages() {}

  @Inject
  Messages(RunTable table, MessageSignal signal) {
    this.table = table;
    this.signal = signal;
  }

  /**
   * Puts a message behind those that the run has; durable when this returns.
   *
   * @return its number, or empty if the run has ended, or there is none
   */
  public OptionalLong post(UUID run, String by, Optional<String> reason, String text) {
    OptionalLong number =
        table.together(
            statements -> {
              // The row is locked until the commit, so no other message gets this number.
              if (statements.update(MessageStatements.COUNT, run) == 0) {
                return OptionalLong.empty();
              }
              Place place = statements.rows(MessageStatements.COUNTED, Place::read, run).getFirst();
              statements.update(
                  MessageStatements.INSERT,
                  run,
                  place.number(),
                  place.tenant(),
                  by,
                  reason.orElse(null),
                  toRest(text));
              return OptionalLong.of(place.number());
            });
    number.ifPresent(given -> signal.give(run, given));
    return number;
  }

  private record Place(long number, String tenant) {
    static Place read(ResultSet row) throws SQLException {
      return new Place(row.getLong("messages"), row.getString("tenant"));
    }
  }

  @Override
  public List<PostedMessage> after(UUID run, long number) {
    return table.rows(MessageStatements.AFTER, Messages::read, run, number);
  }

  private static PostedMessage read(ResultSet row) throws SQLException {
    return new PostedMessage(
        row.getLong("number"),
        row.getString("posted_by"),
        row.getTimestamp("posted_at").toInstant(),
        Optional.ofNullable(row.getString("reason")),
        fromRest(row.getString("text")));
  }

  /** Returns a message's text as it lies in the table: the only way in. */
  private static String toRest(String text) {
    return text;
  }

  /** Returns what a text in the table says: the only way out. */
  private static String fromRest(String text) {
    return text;
  }
}
