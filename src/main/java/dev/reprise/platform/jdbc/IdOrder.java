package dev.reprise.platform.jdbc;

import java.util.Comparator;
import java.util.UUID;

/** Orders of ids. Tested by {@code AppendBatchTest}. */
public final class IdOrder {

  /**
   * The order in which a transaction locks rows of several ids, so that no two transactions
   * deadlock. It is the order of the ids' texts, in which Derby reads the rows of a list of ids;
   * {@link UUID#compareTo} has another one.
   */
  public static final Comparator<UUID> OF_LOCKS = Comparator.comparing(UUID::toString);

  private IdOrder() {}
}
