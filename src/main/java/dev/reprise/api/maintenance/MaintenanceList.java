package dev.reprise.api.maintenance;

import dev.reprise.operations.maintenance.Maintenance;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * What is in maintenance, and how far the servers are with it.
 *
 * @param items each maintenance that has not ended, the oldest first
 * @param servers those that are up, and those that hold runs
 */
public record MaintenanceList(List<Maintenance> items, List<ServerView> servers) {

  public MaintenanceList {
    items = List.copyOf(items);
    servers = List.copyOf(servers);
  }

  /**
   * A server.
   *
   * @param up whether it is up; the runs of one that is not continue elsewhere when their leases
   *     end
   * @param maintenance whether it is in maintenance
   * @param runs how many runs it holds; callers of the tenant {@code default} see those of all
   *     tenants, others see their own
   * @param silentSince when it was last heard of; absent if it is up, or was not heard of for 90
   *     days
   */
  public record ServerView(
      String name, boolean up, boolean maintenance, long runs, Optional<Instant> silentSince) {}

  static MaintenanceList of(
      List<Maintenance> all,
      SortedMap<String, Long> held,
      Set<String> up,
      Map<String, Instant> lastHeard) {
    return new MaintenanceList(
        all,
        held.entrySet().stream()
            .map(
                it ->
                    new ServerView(
                        it.getKey(),
                        up.contains(it.getKey()),
                        all.stream().anyMatch(one -> one.concerns(it.getKey())),
                        it.getValue(),
                        up.contains(it.getKey())
                            ? Optional.empty()
                            : Optional.ofNullable(lastHeard.get(it.getKey()))))
            .toList());
  }
}
