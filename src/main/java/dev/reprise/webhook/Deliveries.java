package dev.reprise.webhook;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.Row;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The deliveries of webhooks, for people.
 *
 * <p>Every method throws {@link DatabaseException} if the database fails. Tested by {@code
 * DeliveryTest}.
 */
@ApplicationScoped
public class Deliveries {

  private static final String SELECT =
      """
      SELECT run_id, sequence, event, happened_at, status, attempts, due_at, ended_at, response,
             error
      FROM webhook_delivery WHERE webhook_id = ?""";

  private static final String FIND = SELECT + " AND run_id = ? AND sequence = ?";

  private static final String AFTER =
      """
       AND (happened_at < ? OR (happened_at = ? AND (run_id < ? OR (run_id = ? AND sequence < ?))))\
      """;

  /** The delivery starts again, with all attempts. Its epoch outdates what a server still sends. */
  private static final String REDELIVER =
      """
      UPDATE webhook_delivery SET status = 'PENDING', attempts = 0, epoch = epoch + 1,
                                  due_at = CURRENT_TIMESTAMP, begun_at = NULL, ended_at = NULL
      WHERE webhook_id = ? AND run_id = ? AND sequence = ? AND status <> 'PENDING'""";

  private final Database database;

  @Inject
  Deliveries(Database database) {
    this.database = database;
  }

  /** The place of a delivery in the list, which is by time and then by id. */
  public record Place(Instant happenedAt, DeliveryId id) {
    public static Place of(Delivery delivery) {
      return new Place(delivery.happenedAt(), delivery.id());
    }
  }

  /** Returns a page of a webhook's deliveries, the newest event first. */
  public List<Delivery> list(
      Webhook webhook, Optional<DeliveryStatus> status, Optional<Place> after, int limit) {
    var sql = new StringBuilder(SELECT);
    List<Object> parameters = new ArrayList<>();
    parameters.add(webhook.id());
    status.ifPresent(
        only -> {
          sql.append(" AND status = ?");
          parameters.add(only.name());
        });
    after.ifPresent(
        place -> {
          sql.append(AFTER);
          Instant at = place.happenedAt();
          UUID run = place.id().run();
          parameters.addAll(List.of(at, at, run, run, place.id().sequence()));
        });
    sql.append(" ORDER BY happened_at DESC, run_id DESC, sequence DESC FETCH FIRST ? ROWS ONLY");
    parameters.add(limit);
    return database.rows(sql.toString(), Deliveries::read, parameters.toArray());
  }

  public Optional<Delivery> find(Webhook webhook, DeliveryId id) {
    return database.first(FIND, Deliveries::read, webhook.id(), id.run(), id.sequence());
  }

  /**
   * Has an event sent again, whether it was delivered or given up.
   *
   * @return false if it is pending anyway, or does not exist
   */
  public boolean redeliver(Webhook webhook, DeliveryId id) {
    return database.moves(REDELIVER, webhook.id(), id.run(), id.sequence());
  }

  private static Delivery read(Row row) {
    DeliveryStatus status = row.constant(DeliveryStatus.class, "status");
    return new Delivery(
        new DeliveryId(row.id("run_id"), row.number("sequence")),
        EventKind.named(row.text("event")).orElseThrow(),
        row.instant("happened_at"),
        status,
        row.integer("attempts"),
        Optional.of(row.instant("due_at")).filter(due -> status == DeliveryStatus.PENDING),
        row.optionalInstant("ended_at"),
        new Delivery.LastAnswer(row.optionalInteger("response"), row.optionalText("error")));
  }
}
