package dev.reprise.queue.row;

import dev.reprise.journal.FencedUpdate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How the labels of a run are inserted with its row. The row has all of them for the view of the
 * run, and the table {@code run_label} each by itself, with the age of the run, to find it by.
 */
public final class LabelInserts {

  /** The labels in the row of another run. */
  public static final String OF_PARENT = "(SELECT p.labels FROM run p WHERE p.id = ?)";

  private static final String LABEL =
      """
      INSERT INTO run_label (run_id, tenant, name, value, created_at)
      SELECT id, tenant, CAST(? AS VARCHAR(63)), CAST(? AS VARCHAR(200)), created_at
      FROM run WHERE id = ?""";

  private static final String INHERIT =
      """
      INSERT INTO run_label (run_id, tenant, name, value, created_at)
      SELECT r.id, r.tenant, l.name, l.value, r.created_at
      FROM run r, run_label l WHERE r.id = ? AND l.run_id = ?""";

  private LabelInserts() {}

  /** Returns the column of the run's row. */
  public static @Nullable String column(Labels labels) {
    return labels.isEmpty() ? null : labels.text();
  }

  public static List<FencedUpdate> of(UUID run, Labels labels) {
    return labels.values().entrySet().stream()
        .map(label -> FencedUpdate.of(LABEL, label.getKey(), label.getValue(), run.toString()))
        .toList();
  }

  /** Inserts the labels that another run has. */
  public static List<FencedUpdate> inherited(UUID run, UUID parent) {
    return List.of(FencedUpdate.of(INHERIT, run.toString(), parent.toString()));
  }
}
