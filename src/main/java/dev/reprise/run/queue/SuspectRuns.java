package dev.reprise.run.queue;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.run.RunSql;
import dev.reprise.run.state.HolderFailures;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Selects the suspects among the due runs that may continue, a few at a time. A suspect was active
 * when several servers in a row ended, and has not made progress since.
 *
 * <p>Progress clears a run. So the run that ends its servers finally is the only active suspect of
 * a server, and the other runs are soon separated from it. After the first loss, all runs continue
 * at once. After the second loss, {@link #GROUP} suspects continue at once, one of which may end
 * the server again. After the third loss, the suspects continue one at a time. The least suspected
 * runs are first. An object belongs to one poll of the queue by one server, and to one thread.
 */
public final class SuspectRuns {

  /**
   * The number of suspects that continue at once. It is about the square root of the number of runs
   * that may have been active on a server, which needs the fewest rounds.
   */
  public static final int GROUP = 6;

  private final String owner;
  private Optional<Set<UUID>> chosen = Optional.empty();

  SuspectRuns(String owner) {
    this.owner = owner;
  }

  String owner() {
    return owner;
  }

  /** Returns these runs without the suspects that have to wait. */
  List<DueQueue.Queued> few(JdbcTransaction database, List<DueQueue.Queued> runs)
      throws SQLException {
    List<DueQueue.Queued> suspects =
        runs.stream()
            .filter(SuspectRuns::isToWait)
            .sorted(Comparator.comparingInt(DueQueue.Queued::losses))
            .toList();
    if (suspects.isEmpty()) {
      return runs;
    }
    if (chosen.isEmpty()) {
      chosen = Optional.of(choose(suspects, activeSuspects(database)));
    }
    Set<UUID> few = chosen.get();
    return runs.stream().filter(run -> !isToWait(run) || few.contains(run.id())).toList();
  }

  private static boolean isToWait(DueQueue.Queued run) {
    return run.losses() >= HolderFailures.SUSPECT && !run.isReserved();
  }

  /** Returns the losses of each suspect that the server has claimed or reserved. */
  private List<Integer> activeSuspects(JdbcTransaction database) throws SQLException {
    return database.rows(
        RunSql.SUSPECTS_IN_HAND, row -> row.getInt("losses"), owner, HolderFailures.SUSPECT);
  }

  private static Set<UUID> choose(List<DueQueue.Queued> suspects, List<Integer> inHand) {
    if (inHand.stream().anyMatch(losses -> losses >= HolderFailures.PRIME_SUSPECT)) {
      return Set.of();
    }
    if (suspects.getFirst().losses() >= HolderFailures.PRIME_SUSPECT) {
      return inHand.isEmpty() ? Set.of(suspects.getFirst().id()) : Set.of();
    }
    return suspects.stream()
        .filter(run -> run.losses() < HolderFailures.PRIME_SUSPECT)
        .limit(Math.max(0, GROUP - inHand.size()))
        .map(DueQueue.Queued::id)
        .collect(Collectors.toUnmodifiableSet());
  }
}
