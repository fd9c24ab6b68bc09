package dev.reprise.journal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The change of a run's row that commits together with an append or not at all, and that is its
 * fence: a condition that fails changes no row, and then nothing is written.
 *
 * <p>The statement therefore names the writer's epoch and the journal's end in its condition, and
 * moves {@code last_sequence} on. It holds the row until the commit, so a writer whose epoch went
 * stale writes nothing, and two writers cannot both append behind the same event.
 *
 * @param sql inserts or updates the run's row alone, with a parameter for each {@code ?}
 */
public record FencedUpdate(String sql, List<@Nullable Object> parameters) {

  public static final String ADVANCE =
      "UPDATE run SET last_sequence = ? WHERE id = ? AND epoch = ? AND last_sequence = ?";

  public FencedUpdate {
    parameters = Collections.unmodifiableList(new ArrayList<>(parameters)); // may hold nulls
  }

  /** Returns a change by these parameters. */
  public static FencedUpdate of(String sql, @Nullable Object... parameters) {
    return new FencedUpdate(sql, Arrays.asList(parameters));
  }

  /** Moves the journal's end on and nothing else. */
  public static FencedUpdate advance(Writer writer, long from, long to) {
    return of(ADVANCE, to, writer.run().toString(), writer.epoch(), from);
  }

  /** Returns whether this is nothing but {@link #advance}. */
  public boolean isAdvance() {
    return sql.equals(ADVANCE);
  }
}
