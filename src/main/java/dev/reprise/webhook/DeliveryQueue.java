package dev.reprise.webhook;

import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.queue.row.RunSql;
import dev.reprise.webhook.ClaimedDelivery.Receiver;
import dev.reprise.webhook.ClaimedDelivery.Subject;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The deliveries that are due, for the servers that send them. A claim is one conditional update by
 * the database's clock, so one server at a time sends an event. Events of a run go to a webhook in
 * their order: one is claimed only if no earlier one is pending.
 *
 * <p>No method is called while a request is open. Every method throws {@link DatabaseException} if
 * the database fails. Tested by {@code DeliveryTest}.
 */
@ApplicationScoped
class DeliveryQueue {

  /** The longest stored error, in characters. */
  static final int MAX_ERROR = 500;

  private static final String RECEIVERS =
      """
      SELECT w.id, w.tenant, w.url, w.secret, w.secret_key, w.earlier_secret, w.earlier_key,
             CASE WHEN w.earlier_until > CURRENT_TIMESTAMP THEN 1 ELSE 0 END AS earlier
      FROM webhook w
      WHERE w.enabled = TRUE AND EXISTS (
        SELECT 1 FROM webhook_delivery d
        WHERE d.webhook_id = w.id AND d.status = 'PENDING' AND d.due_at <= CURRENT_TIMESTAMP)
      ORDER BY w.id""";

  private static final String IS_FIRST =
      """
      NOT EXISTS (
        SELECT 1 FROM webhook_delivery p
        WHERE p.webhook_id = webhook_delivery.webhook_id AND p.run_id = webhook_delivery.run_id
          AND p.sequence < webhook_delivery.sequence AND p.status = 'PENDING')""";

  private static final String DUE =
      """
      SELECT webhook_delivery.run_id, webhook_delivery.sequence, event, happened_at,
             webhook_delivery.epoch, attempts,
             COALESCE(begun_at, CURRENT_TIMESTAMP) AS begun, r.tenant, r.agent
      FROM webhook_delivery JOIN run r ON r.id = webhook_delivery.run_id
      WHERE webhook_id = ? AND webhook_delivery.status = 'PENDING'
        AND webhook_delivery.due_at <= CURRENT_TIMESTAMP AND %s
      ORDER BY webhook_delivery.due_at, webhook_delivery.run_id, webhook_delivery.sequence
      FETCH FIRST ? ROWS ONLY"""
          .formatted(IS_FIRST);

  private static final String OF_CLAIM =
      " WHERE webhook_id = ? AND run_id = ? AND sequence = ? AND epoch = ? AND status = 'PENDING'";

  private static final String END =
      """
      UPDATE webhook_delivery SET status = ?, ended_at = CURRENT_TIMESTAMP, response = ?,
                                  error = ?"""
          + OF_CLAIM;

  private final Database database;

  @Inject
  DeliveryQueue(Database database) {
    this.database = database;
  }

  /** Returns the webhooks of all tenants to which something is due. */
  List<Receiver> receivers() {
    return database.rows(RECEIVERS, DeliveryQueue::receiver);
  }

  static Receiver receiver(Row row) {
    return new Receiver(row.id("id"), row.text("tenant"), row.text("url"), secrets(row));
  }

  /** Reads the secrets that sign, the newest first. */
  private static List<TextEncryption.Encrypted> secrets(Row row) {
    List<TextEncryption.Encrypted> secrets = new ArrayList<>();
    secrets.add(new TextEncryption.Encrypted(row.text("secret_key"), row.text("secret")));
    if (row.flag("earlier")) {
      secrets.add(
          new TextEncryption.Encrypted(row.text("earlier_key"), row.text("earlier_secret")));
    }
    return secrets;
  }

  /**
   * Claims deliveries to a webhook, those that are due for longest first.
   *
   * @param lease after this time, another server may claim what has not ended
   */
  List<ClaimedDelivery> claim(Receiver receiver, Duration lease, int limit) {
    String claim =
        """
        UPDATE webhook_delivery SET epoch = epoch + 1, attempts = attempts + 1, due_at = %s,
                                    begun_at = COALESCE(begun_at, CURRENT_TIMESTAMP)"""
                .formatted(RunSql.fromNow(lease))
            + OF_CLAIM
            + " AND due_at <= CURRENT_TIMESTAMP AND "
            + IS_FIRST;
    List<ClaimedDelivery> claimed = new ArrayList<>();
    for (ClaimedDelivery next : due(receiver, limit)) {
      DeliveryId id = next.id();
      if (database.moves(claim, receiver.webhook(), id.run(), id.sequence(), next.epoch() - 1)) {
        claimed.add(next);
      }
    }
    return claimed;
  }

  private List<ClaimedDelivery> due(Receiver receiver, int limit) {
    return database.rows(DUE, row -> afterClaim(row, receiver), receiver.webhook(), limit);
  }

  private static ClaimedDelivery afterClaim(Row row, Receiver receiver) {
    return new ClaimedDelivery(
        new DeliveryId(row.id("run_id"), row.number("sequence")),
        EventKind.named(row.text("event")).orElseThrow(),
        row.instant("happened_at"),
        receiver,
        new Subject(row.text("tenant"), row.text("agent")),
        row.number("epoch") + 1,
        row.integer("attempts") + 1,
        row.instant("begun"));
  }

  /** Ends a delivery that the receiver has accepted. Returns false if the claim is outdated. */
  boolean delivered(ClaimedDelivery delivery, Delivery.LastAnswer answer) {
    return end(delivery, DeliveryStatus.DELIVERED, answer);
  }

  /** Gives a delivery up. Returns false if the claim is outdated. */
  boolean giveUp(ClaimedDelivery delivery, Delivery.LastAnswer answer) {
    return end(delivery, DeliveryStatus.DEAD_LETTER, answer);
  }

  private boolean end(ClaimedDelivery delivery, DeliveryStatus status, Delivery.LastAnswer answer) {
    return database.moves(
        END,
        status.name(),
        answer.status(),
        error(answer),
        delivery.receiver().webhook(),
        delivery.id().run(),
        delivery.id().sequence(),
        delivery.epoch());
  }

  /** Has a delivery sent again after a time. Returns false if the claim is outdated. */
  boolean retry(ClaimedDelivery delivery, Duration delay, Delivery.LastAnswer answer) {
    return database.moves(
        "UPDATE webhook_delivery SET due_at = %s, response = ?, error = ?"
                .formatted(RunSql.fromNow(delay))
            + OF_CLAIM,
        answer.status(),
        error(answer),
        delivery.receiver().webhook(),
        delivery.id().run(),
        delivery.id().sequence(),
        delivery.epoch());
  }

  private static Optional<String> error(Delivery.LastAnswer answer) {
    return answer
        .error()
        .map(text -> text.length() > MAX_ERROR ? text.substring(0, MAX_ERROR - 1) + "…" : text);
  }
}
