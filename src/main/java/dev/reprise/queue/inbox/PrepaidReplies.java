package dev.reprise.queue.inbox;

import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.platform.jdbc.Database;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The replies to the first model calls of runs that batches of providers gave before the runs
 * began. They are encrypted where records are, and disappear with their runs.
 *
 * <p>Every method throws {@link dev.reprise.platform.jdbc.DatabaseException} if the database fails.
 */
@ApplicationScoped
public class PrepaidReplies {

  private static final String INSERT =
      "INSERT INTO prepaid_reply (run_id, reply, cipher_key) VALUES (?, ?, ?)";

  private static final String FIND = "SELECT reply, cipher_key FROM prepaid_reply WHERE run_id = ?";

  private final Database database;
  private final TextEncryption texts;

  @Inject
  public PrepaidReplies(Database database, TextEncryption texts) {
    this.database = database;
    this.texts = texts;
  }

  /**
   * Stores replies before their runs are submitted. A run that has a reply keeps it.
   *
   * @param replies by run, in the form that {@link #find} returns
   */
  public void putAll(Map<UUID, String> replies) {
    database.together(
        transaction -> {
          for (var reply : replies.entrySet()) {
            UUID run = reply.getKey();
            if (transaction.first(FIND, row -> run, run).isEmpty()) {
              TextEncryption.Encrypted encrypted = texts.hide(place(run), reply.getValue());
              transaction.update(INSERT, run, encrypted.text(), encrypted.key());
            }
          }
          return replies;
        });
  }

  /** Returns the reply of a run, if it has one. */
  public Optional<String> find(UUID run) {
    return database
        .first(
            FIND,
            row -> new TextEncryption.Encrypted(row.text("cipher_key"), row.text("reply")),
            run)
        .map(encrypted -> texts.show(place(run), encrypted));
  }

  private static TextEncryption.Place place(UUID run) {
    return new TextEncryption.Place(run, 0, "prepaid-reply");
  }
}
