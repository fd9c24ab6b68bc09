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
 * Lets the suspects among the runs that are due go on a few at a time: those that were in hand when
 * several servers in a row ended, and have not taken a step forward since.
 *
 * <p>The step forward clears a run. So the one that ends its servers comes to be the only suspect
 * that one of them has in hand, and those that happened to be there are soon out of its way: the
 * first time all of them go on at once, the second time {@link #GROUP}, of which one may end the
 * server again, and the third time one after the other. The least suspected go first. Belongs to
 * one look at the queue by one server, and to one thread.
 */
public final class SuspectRuns {

  /**
   * About the root of how many runs a server may have had in hand, which costs the fewest steps.
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

  /** Returns these runs but for the suspects that have to wait. */
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

  /** Returns the losses of each suspect that the server has in hand, or is about to. */
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
