package dev.reprise.journal;

import static java.util.Objects.requireNonNull;

import dev.reprise.platform.jdbc.RowValues;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The change of a run's row that commits together with an append, or not at all. It is the append's
 * fence: if its condition fails, no row changes and nothing is written.
 *
 * <p>So the condition names the writer's epoch and the journal's end, and the statement advances
 * {@code last_sequence}. It locks the row until the commit: a writer with a stale epoch writes
 * nothing, and two writers cannot both append after the same event.
 *
 * <p>One that only advances the journal's end has no parameters but the run's progress until it is
 * written, see {@link #between}.
 *
 * @param sql inserts or updates the run's row alone, with a parameter for each {@code ?}
 * @param companions changes of other tables, executed after it if its condition held
 * @param byHolder whether the writer holds the run and works on it. Only its server knows what the
 *     append says, so it keeps the append for as long as it lives; others have a caller who asks
 *     again
 */
public record FencedUpdate(
    String sql,
    List<@Nullable Object> parameters,
    List<FencedUpdate> companions,
    boolean byHolder) {

  /** Sets how far the run has come; what is not known stays. */
  public static final String PROGRESS =
      "phase = COALESCE(?, phase), iteration = COALESCE(?, iteration),"
          + " spent_usd = COALESCE(?, spent_usd), spent_tokens = COALESCE(?, spent_tokens)";

  public static final String ADVANCE =
      "UPDATE run SET last_sequence = ?, progressed_at = CURRENT_TIMESTAMP, "
          + PROGRESS
          + " WHERE id = ? AND epoch = ? AND last_sequence = ?";

  /** The advance of a writer that knows nothing of the run's progress. */
  public static final FencedUpdate ONLY_ADVANCE = advance(() -> Progress.UNKNOWN);

  public FencedUpdate {
    parameters =
        Collections.unmodifiableList(Arrays.asList(parameters.toArray())); // may hold nulls
    companions = List.copyOf(companions);
  }

  /** Returns a change with these parameters. */
  public static FencedUpdate of(String sql, @Nullable Object... parameters) {
    return new FencedUpdate(sql, Arrays.asList(parameters), List.of(), false);
  }

  /** Returns the insert of the run's row. */
  public static FencedUpdate of(RowValues run) {
    return new FencedUpdate(run.insertSql(), run.parameters(), List.of(), false);
  }

  /** Returns this change with changes of other tables that commit with it. */
  public FencedUpdate with(List<FencedUpdate> companions) {
    return new FencedUpdate(sql, parameters, companions, byHolder);
  }

  /** Returns this change as the holder of the run makes it. */
  public FencedUpdate ofHolder() {
    return new FencedUpdate(sql, parameters, companions, true);
  }

  /**
   * How far a run has come, as its row shows it.
   *
   * @param phase the phase that it is in, or was in when it ended
   * @param iteration model replies in that phase; 0 if it has not begun
   * @param usd what the run and its child runs have spent
   * @param tokens the same in tokens
   */
  public record Progress(
      @Nullable String phase,
      @Nullable Integer iteration,
      @Nullable BigDecimal usd,
      @Nullable Long tokens) {

    /** Leaves what the row shows. */
    public static final Progress UNKNOWN = new Progress(null, null, null, null);

    /** Returns the parameters of {@link #PROGRESS}. */
    public List<@Nullable Object> parameters() {
      return Arrays.asList(phase, iteration, usd, tokens);
    }
  }

  /**
   * Returns the change that only advances the journal's end.
   *
   * @param progress of the run before the events; read when they are written, because of several
   *     advances that are written as one only the last matters
   */
  public static FencedUpdate advance(Supplier<Progress> progress) {
    return of(ADVANCE, progress).ofHolder();
  }

  /** Returns this advance as it is written: between two ends of the writer's journal. */
  public FencedUpdate between(Writer writer, long from, long to) {
    var now = (Progress) ((Supplier<?>) requireNonNull(parameters.getFirst())).get();
    return of(
        sql,
        to,
        now.phase(),
        now.iteration(),
        now.usd(),
        now.tokens(),
        writer.run().toString(),
        writer.epoch(),
        from);
  }

  /** Returns whether this only advances the journal's end. */
  public boolean isAdvance() {
    return sql.equals(ADVANCE);
  }
}
