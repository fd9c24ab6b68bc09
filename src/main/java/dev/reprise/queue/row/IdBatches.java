package dev.reprise.queue.row;

import static java.util.Collections.nCopies;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Queries many runs with few statements. Databases cache the plan of each statement text, so every
 * statement has one of a few lengths. The last id fills the parameters that are left over.
 */
public final class IdBatches {

  /** The most ids in one statement, far below the number of parameters that databases accept. */
  private static final int MAX_LENGTH = 100;

  private static final List<Integer> LENGTHS = List.of(1, 10, MAX_LENGTH);

  private IdBatches() {}

  /** Executes one statement. */
  public interface Question<T, E extends Exception> {
    List<T> ask(String sql, Object... parameters) throws E;
  }

  /**
   * Returns what the statements find of these runs; the collection may be empty.
   *
   * @param select everything up to the list of ids, such as {@code SELECT … WHERE id}
   */
  public static <T, E extends Exception> List<T> ask(
      String select, Collection<UUID> runs, Question<T, E> question) throws E {
    List<UUID> ids = List.copyOf(runs);
    List<T> found = new ArrayList<>();
    for (int from = 0; from < ids.size(); from += MAX_LENGTH) {
      List<UUID> some = ids.subList(from, Math.min(ids.size(), from + MAX_LENGTH));
      int length = LENGTHS.stream().filter(it -> it >= some.size()).findFirst().orElse(MAX_LENGTH);
      List<Object> parameters = new ArrayList<>(some);
      parameters.addAll(nCopies(length - some.size(), some.getLast()));
      String sql = "%s IN (%s)".formatted(select, String.join(", ", nCopies(length, "?")));
      found.addAll(question.ask(sql, parameters.toArray()));
    }
    return found;
  }
}
