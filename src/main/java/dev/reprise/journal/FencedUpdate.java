package dev.reprise.journal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The change of a run's row that commits together with an append, or not at all. It is the append's
 * fence: if its condition fails, no row changes and nothing is written.
 *
 * <p>So the condition names the writer's epoch and the journal's end, and the statement advances
 * {@code last_sequence}. It locks the row until the commit: a writer with a stale epoch writes
 * nothing, and two writers cannot both append after the same event.
 *
 * @param sql inserts or updates the run's row alone, with a parameter for each {@code ?}
 * @param companions changes of other tables, executed after it if its condition held
 */
public record FencedUpdate(
    String sql, List<@Nullable Object> parameters, List<FencedUpdate> companions) {

  public static final String ADVANCE =
      "UPDATE run SET last_sequence = ? WHERE id = ? AND epoch = ? AND last_sequence = ?";

  public FencedUpdate {
    parameters = Collections.unmodifiableList(new ArrayList<>(parameters)); // may hold nulls
    companions = List.copyOf(companions);
  }

  /** Returns a change with these parameters. */
  public static FencedUpdate of(String sql, @Nullable Object... parameters) {
    return new FencedUpdate(sql, Arrays.asList(parameters), List.of());
  }

  /** Returns this change with changes of other tables that commit with it. */
  public FencedUpdate with(List<FencedUpdate> companions) {
    return new FencedUpdate(sql, parameters, companions);
  }

  /** Returns the change that only advances the journal's end. */
  public static FencedUpdate advance(Writer writer, long from, long to) {
    return of(ADVANCE, to, writer.run().toString(), writer.epoch(), from);
  }

  /** Returns whether this only advances the journal's end. */
  public boolean isAdvance() {
    return sql.equals(ADVANCE);
  }
}
