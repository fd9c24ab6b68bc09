package dev.reprise.batch.store;

import dev.reprise.agent.Cost;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchMode;
import dev.reprise.batch.ItemOutcome;
import dev.reprise.batch.ItemResult;
import dev.reprise.batch.ItemStatus;
import dev.reprise.batch.NewItem;
import dev.reprise.batch.PendingItem;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.jdbc.RowValues;
import dev.reprise.platform.redaction.Redaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The statements on items. Their inputs are redacted, and encrypted where records are, until the
 * records of their runs have them. Tested by {@code BatchStoreTest}.
 */
@ApplicationScoped
public class ItemTable {

  private static final String COMPLETED_BEFORE =
      """
      SELECT i.item_key, i.run_id FROM batch b JOIN batch_item i ON i.batch_id = b.id
      WHERE b.tenant = ? AND b.name = ? AND b.agent = ? AND b.status <> 'LOADING'
        AND i.status IN ('COMPLETED', 'SKIPPED') AND i.item_key IN \
      """;

  private static final String PENDING =
      """
      SELECT item_number, run_id, run_input, failed_at FROM batch_item
      WHERE batch_id = ? AND status = 'PENDING' AND held = 0
        AND item_number > ? AND item_number <= ?
      ORDER BY item_number FETCH FIRST ? ROWS ONLY\
      """;

  private static final String END =
      """
      UPDATE batch_item SET status = ?, usd = ?, tokens = ?, error_code = ?, ended_number = ?,
                            ended_sequence = ?, failed_at = NULL, ended_at = CURRENT_TIMESTAMP,
                            run_input = CASE WHEN CAST(? AS BIGINT) > 0 THEN NULL
                                             ELSE run_input END
      WHERE batch_id = ? AND item_number = ? AND status = 'PENDING'\
      """;

  private static final String CANCEL_REST =
      """
      UPDATE batch_item SET status = 'CANCELLED', ended_number = CAST(? AS BIGINT) + item_number,
                            ended_at = CURRENT_TIMESTAMP, run_input = NULL
      WHERE batch_id = ? AND status = 'PENDING'\
      """;

  /** The totals forget what failed attempts cost, because the next one counts it again. */
  private static final String FORGET_FAILED =
      """
      UPDATE batch SET failed = 0,
        usd = usd - COALESCE((SELECT SUM(i.usd) FROM batch_item i
                              WHERE i.batch_id = ? AND i.status = 'FAILED'), 0),
        tokens = tokens - COALESCE((SELECT SUM(i.tokens) FROM batch_item i
                                    WHERE i.batch_id = ? AND i.status = 'FAILED'), 0)
      WHERE id = ?\
      """;

  private static final String RETRY =
      """
      UPDATE batch_item SET status = 'PENDING', failed_at = ended_sequence, ended_number = NULL,
                            ended_at = NULL, error_code = NULL
      WHERE batch_id = ? AND status = 'FAILED'\
      """;

  private static final String RESULTS =
      """
      SELECT ended_number, item_number, item_key, status, run_id, usd, tokens, error_code,
             ended_sequence, ended_at
      FROM batch_item WHERE batch_id = ? AND ended_number > ?\
      """;

  private static final String IN_ORDER = " ORDER BY ended_number FETCH FIRST ? ROWS ONLY";

  private final TextEncryption texts;
  private final Redaction redaction;

  @Inject
  public ItemTable(TextEncryption texts, Redaction redaction) {
    this.texts = texts;
    this.redaction = redaction;
  }

  /** Inserts items; returns how many are skipped. */
  int add(JdbcTransaction transaction, Batch batch, List<NewItem> items, int skippedBefore) {
    Map<String, UUID> done = completedBefore(transaction, batch, items);
    List<RowValues> pending = new ArrayList<>();
    List<RowValues> skipped = new ArrayList<>();
    for (NewItem item : items) {
      UUID run = done.get(item.key());
      if (run == null) {
        pending.add(
            row(batch, item)
                .set("run_id", PendingItem.runOf(batch.id(), item.position()))
                .set("run_input", hidden(batch.id(), item))
                .set("status", ItemStatus.PENDING)
                .set("held", batch.work().mode() == BatchMode.PROVIDER_BATCH ? 1 : 0));
      } else {
        skipped.add(
            row(batch, item)
                .set("run_id", run)
                .set("status", ItemStatus.SKIPPED)
                .zero("held")
                .set("ended_number", skippedBefore + skipped.size() + 1L)
                .now("ended_at"));
      }
    }
    transaction.insertEach(pending);
    transaction.insertEach(skipped);
    return skipped.size();
  }

  private static RowValues row(Batch batch, NewItem item) {
    return RowValues.of("batch_item")
        .set("batch_id", batch.id())
        .set("item_number", item.position())
        .set("item_key", item.key())
        .zero("usd", "tokens");
  }

  private Map<String, UUID> completedBefore(
      JdbcTransaction transaction, Batch batch, List<NewItem> items) {
    Map<String, UUID> done = new HashMap<>();
    if (batch.work().name().isEmpty() || items.isEmpty()) {
      return done;
    }
    List<Object> parameters =
        new ArrayList<>(
            List.of(batch.tenant(), batch.work().name().get(), batch.work().agent().name()));
    items.forEach(item -> parameters.add(item.key()));
    String keys = "(%s)".formatted(String.join(", ", Collections.nCopies(items.size(), "?")));
    transaction.rows(
        COMPLETED_BEFORE + keys,
        row -> done.putIfAbsent(row.text("item_key"), row.id("run_id")),
        parameters.toArray());
    return done;
  }

  /** Returns the next items of a range that have not ended and are not held. */
  List<PendingItem> pending(
      JdbcTransaction transaction, UUID batch, int after, int last, int limit) {
    return transaction.rows(PENDING, row -> pending(batch, row), batch, after, last, limit);
  }

  PendingItem pending(UUID batch, Row row) {
    int position = row.integer("item_number");
    return new PendingItem(
        position,
        row.id("run_id"),
        row.optionalText("run_input")
            .map(stored -> shown(batch, position, stored))
            .orElse(JsonValue.EMPTY_OBJECT),
        row.optionalNumber("failed_at"));
  }

  /** Ends items, each once; returns those that had not ended before. */
  List<ItemOutcome> end(
      JdbcTransaction transaction, UUID batch, List<ItemOutcome> outcomes, long lastNumber) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (ItemOutcome outcome : outcomes) {
      rows.add(
          List.of(
              outcome.status().name(),
              rounded(outcome.usd()),
              outcome.tokens(),
              outcome.errorCode(),
              lastNumber + rows.size() + 1,
              outcome.lastSequence(),
              outcome.lastSequence(),
              batch,
              outcome.position()));
    }
    int[] changed = transaction.updateEach(END, rows);
    List<ItemOutcome> ended = new ArrayList<>();
    for (int i = 0; i < changed.length; i++) {
      if (changed[i] == 1) {
        ended.add(outcomes.get(i));
      }
    }
    return ended;
  }

  /** The column's precision, rounded up so that a budget is never exceeded unseen. */
  static BigDecimal rounded(BigDecimal usd) {
    return usd.setScale(9, RoundingMode.UP);
  }

  /** Cancels all items that have not ended; returns their number. */
  int cancelRest(JdbcTransaction transaction, UUID batch, long lastNumber) {
    return transaction.update(CANCEL_REST, lastNumber, batch);
  }

  /** The caller has locked the row of the batch. */
  void retryFailed(JdbcTransaction transaction, UUID batch) {
    transaction.update(FORGET_FAILED, batch, batch, batch);
    transaction.update(RETRY, batch);
  }

  List<ItemResult> results(
      JdbcTransaction transaction, UUID batch, Optional<ItemStatus> status, long after, int limit) {
    List<Object> parameters = new ArrayList<>(List.of(batch, after));
    status.ifPresent(it -> parameters.add(it.name()));
    parameters.add(limit);
    return transaction.rows(
        RESULTS + (status.isPresent() ? " AND status = ?" : "") + IN_ORDER,
        ItemTable::result,
        parameters.toArray());
  }

  private static ItemResult result(Row row) {
    ItemStatus status = row.constant(ItemStatus.class, "status");
    boolean hasRun =
        status == ItemStatus.SKIPPED || row.optionalNumber("ended_sequence").orElse(0L) > 0;
    return new ItemResult(
        row.number("ended_number"),
        row.integer("item_number"),
        row.text("item_key"),
        status,
        hasRun ? Optional.of(row.id("run_id")) : Optional.empty(),
        new ItemResult.Spent(Cost.shortest(row.amount("usd")), row.number("tokens")),
        row.optionalText("error_code"),
        row.instant("ended_at"));
  }

  private String hidden(UUID batch, NewItem item) {
    TextEncryption.Encrypted encrypted =
        texts.hide(place(batch, item.position()), redaction.json(item.input().text()));
    return encrypted.key() + ":" + encrypted.text();
  }

  private JsonValue shown(UUID batch, int position, String stored) {
    int colon = stored.indexOf(':');
    return new JsonValue(
        texts.show(
            place(batch, position),
            new TextEncryption.Encrypted(stored.substring(0, colon), stored.substring(colon + 1))));
  }

  private static TextEncryption.Place place(UUID batch, int position) {
    return new TextEncryption.Place(batch, position, "item");
  }
}
