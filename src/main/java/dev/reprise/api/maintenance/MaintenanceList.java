package dev.reprise.api.maintenance;

import dev.reprise.run.maintenance.Maintenance;
import java.util.List;
import java.util.SortedMap;

/**
 * What is in maintenance, and how far the servers are with it.
 *
 * @param items each maintenance that has not ended, the oldest first
 * @param servers those that are up, and those that hold runs
 */
public record MaintenanceList(List<MaintenanceView> items, List<ServerView> servers) {

  public MaintenanceList {
    items = List.copyOf(items);
    servers = List.copyOf(servers);
  }

  /**
   * A server.
   *
   * @param maintenance whether it is in maintenance
   * @param runs how many runs it holds; callers of the tenant {@code default} see those of all
   *     tenants, others see their own
   */
  public record ServerView(String name, boolean maintenance, long runs) {}

  static MaintenanceList of(List<Maintenance> all, SortedMap<String, Long> held) {
    return new MaintenanceList(
        all.stream().map(MaintenanceView::of).toList(),
        held.entrySet().stream()
            .map(
                it ->
                    new ServerView(
                        it.getKey(),
                        all.stream().anyMatch(one -> one.concerns(it.getKey())),
                        it.getValue()))
            .toList());
  }
}
