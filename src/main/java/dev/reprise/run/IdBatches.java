package dev.reprise.run;

import static java.util.Collections.nCopies;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Asks about many runs in few questions. A question is as long as one of a few lengths and no
 * other, because databases keep the plan of each text; one run stands in the places left over.
 */
public final class IdBatches {

  /** So many at once: far below what databases take as parameters of a statement. */
  private static final int MOST = 100;

  private static final List<Integer> LENGTHS = List.of(1, 10, MOST);

  private IdBatches() {}

  /** One question. */
  public interface Question<T, E extends Exception> {
    List<T> ask(String sql, Object... parameters) throws E;
  }

  /**
   * Returns what is found of these runs; there may be none.
   *
   * @param select everything up to the list of ids, such as {@code SELECT … WHERE id}
   */
  public static <T, E extends Exception> List<T> ask(
      String select, Collection<UUID> runs, Question<T, E> question) throws E {
    List<UUID> ids = List.copyOf(runs);
    List<T> found = new ArrayList<>();
    for (int from = 0; from < ids.size(); from += MOST) {
      List<UUID> some = ids.subList(from, Math.min(ids.size(), from + MOST));
      int length = LENGTHS.stream().filter(it -> it >= some.size()).findFirst().orElse(MOST);
      List<Object> parameters = new ArrayList<>(some);
      parameters.addAll(nCopies(length - some.size(), some.getLast()));
      String sql = "%s IN (%s)".formatted(select, String.join(", ", nCopies(length, "?")));
      found.addAll(question.ask(sql, parameters.toArray()));
    }
    return found;
  }
}
