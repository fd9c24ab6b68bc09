package dev.reprise.tool.note;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.jdbc.RowValues;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The notes of one agent in one tenant, in the database. Together they are a book.
 *
 * <p>Writers of a book take turns. The store remembers a call that took effect for {@link
 * #REMEMBERED}. A repeated call changes nothing, even if others have written since. A search reads
 * the whole book and matches notes in Java, so that it finds the same in every database. Tested by
 * {@code NoteTest}.
 */
record NoteStore(Database database, String tenant, String agent) {

  static final int MAX_NOTES = 1_000;

  /** The largest size of all texts of a book together, because a search reads all of them. */
  static final int MAX_BYTES = 4 * 1024 * 1024;

  static final Duration REMEMBERED = Duration.ofDays(90);

  private static final String MINE = " WHERE tenant = ? AND agent = ?";

  /** The result of a change. */
  enum Change {
    DONE,
    /** The call had taken effect before. */
    REPEATED,
    TOO_MANY,
    TOO_LARGE,
    /** The book does not exist yet. */
    NO_BOOK
  }

  private interface Work {
    Change in(JdbcTransaction transaction, long turn, Instant now);
  }

  /**
   * Writes a note, which replaces any note with the same key.
   *
   * @param call its idempotency key
   * @throws DatabaseException if the database fails
   */
  Change put(String call, String key, List<String> tags, String text) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    return change(
        call,
        (transaction, turn, now) -> {
          remove(transaction, key);
          Change room = room(transaction, bytes);
          if (room == Change.DONE) {
            transaction.insert(
                RowValues.of("note")
                    .set("tenant", tenant)
                    .set("agent", agent)
                    .set("note_key", key)
                    .set("tags", String.join(" ", tags))
                    .set("text", text)
                    .set("bytes", bytes)
                    .set("turn", turn)
                    .set("written_at", now));
          }
          return room;
        });
  }

  /**
   * Deletes the note with the key, if it exists.
   *
   * @param call its idempotency key
   * @throws DatabaseException if the database fails
   */
  Change delete(String call, String key) {
    return change(
        call,
        (transaction, turn, now) -> {
          remove(transaction, key);
          return Change.DONE;
        });
  }

  Optional<Note> find(String key) {
    return database.first(
        "SELECT * FROM note" + MINE + " AND note_key = ?", NoteStore::read, tenant, agent, key);
  }

  /**
   * Returns the notes that match, the newest first.
   *
   * @param before only notes of an earlier turn
   * @param limit the most notes
   */
  List<Note> newest(long before, int limit, Predicate<Note> fitting) {
    return database
        .rows(
            "SELECT * FROM note" + MINE + " AND turn < ? ORDER BY turn DESC",
            NoteStore::read,
            tenant,
            agent,
            before)
        .stream()
        .filter(fitting)
        .limit(limit)
        .toList();
  }

  private Change change(String call, Work work) {
    Change change = attempt(call, work);
    if (change == Change.NO_BOOK) {
      open();
      change = attempt(call, work);
    }
    return change;
  }

  private Change attempt(String call, Work work) {
    String id = UUID.nameUUIDFromBytes(call.getBytes(StandardCharsets.UTF_8)).toString();
    try {
      return database.together(transaction -> once(transaction, id, work));
    } catch (NoteNotMadeException e) {
      return e.change;
    }
  }

  private Change once(JdbcTransaction transaction, String id, Work work) {
    // Comes first: it locks the book, so that no other call writes during the checks below.
    if (!transaction.moves("UPDATE note_book SET turn = turn + 1" + MINE, tenant, agent)) {
      return Change.NO_BOOK;
    }
    if (transaction
        .first("SELECT id FROM note_call" + MINE + " AND id = ?", row -> id, tenant, agent, id)
        .isPresent()) {
      throw new NoteNotMadeException(Change.REPEATED);
    }
    long turn = one(transaction, "SELECT turn FROM note_book" + MINE);
    Instant now = now(transaction);
    Change change = work.in(transaction, turn, now);
    if (change != Change.DONE) {
      throw new NoteNotMadeException(change);
    }
    transaction.update(
        "DELETE FROM note_call" + MINE + " AND made_at < ?", tenant, agent, now.minus(REMEMBERED));
    transaction.update(
        "INSERT INTO note_call (tenant, agent, id, made_at) VALUES (?, ?, ?, ?)",
        tenant,
        agent,
        id,
        now);
    return change;
  }

  private void open() {
    database.insertIfAbsent(
        "INSERT INTO note_book (tenant, agent, turn) VALUES (?, ?, 0)", tenant, agent);
  }

  private Change room(JdbcTransaction transaction, int bytes) {
    if (one(transaction, "SELECT COUNT(*) FROM note" + MINE) >= MAX_NOTES) {
      return Change.TOO_MANY;
    }
    long others = one(transaction, "SELECT COALESCE(SUM(bytes), 0) FROM note" + MINE);
    return others + bytes > MAX_BYTES ? Change.TOO_LARGE : Change.DONE;
  }

  private void remove(JdbcTransaction transaction, String key) {
    transaction.update("DELETE FROM note" + MINE + " AND note_key = ?", tenant, agent, key);
  }

  private long one(JdbcTransaction transaction, String sql) {
    return transaction.number(sql, tenant, agent);
  }

  private Instant now(JdbcTransaction transaction) {
    return transaction
        .first(
            "SELECT CURRENT_TIMESTAMP AS read_at FROM note_book" + MINE,
            row -> row.instant("read_at"),
            tenant,
            agent)
        .orElseThrow();
  }

  private static Note read(Row row) {
    String tags = row.text("tags");
    return new Note(
        row.text("note_key"),
        tags.isEmpty() ? List.of() : List.of(tags.split(" ", -1)),
        row.text("text"),
        row.number("turn"),
        row.instant("written_at"));
  }

  /** Rolls back the transaction. */
  private static final class NoteNotMadeException extends RuntimeException {

    private final Change change;

    NoteNotMadeException(Change change) {
      super(change.name());
      this.change = change;
    }
  }
}
