package dev.reprise.api.maintenance;

import dev.reprise.operations.maintenance.Maintenance;
import dev.reprise.platform.server.KnownServer;
import dev.reprise.platform.server.ServerReport;
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
 * @param servers those that are up or hold runs, and those that went silent in the last hour
 *     without an end
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
   * @param heardAt when it was last heard of; absent if that was not in the last 90 days
   * @param version of the product
   * @param places how many runs it works on at once
   * @param processorLoad what part of the machine's processors it used lately, in percent
   */
  public record ServerView(
      String name,
      boolean up,
      boolean maintenance,
      long runs,
      Optional<Instant> heardAt,
      Optional<String> version,
      Optional<Integer> places,
      Optional<Integer> processorLoad) {}

  static MaintenanceList of(
      List<Maintenance> all,
      SortedMap<String, Long> held,
      Set<String> up,
      Map<String, KnownServer> known) {
    return new MaintenanceList(
        all,
        held.entrySet().stream()
            .map(
                it -> {
                  String name = it.getKey();
                  Optional<KnownServer> heard = Optional.ofNullable(known.get(name));
                  Optional<ServerReport> report = heard.map(KnownServer::report);
                  return new ServerView(
                      name,
                      up.contains(name),
                      all.stream().anyMatch(one -> one.concerns(name)),
                      it.getValue(),
                      heard.map(KnownServer::heardAt),
                      report.flatMap(ServerReport::version),
                      report.flatMap(ServerReport::places),
                      report.flatMap(ServerReport::processorLoad));
                })
            .toList());
  }
}
