package dev.reprise.queue.row;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.ReadReplica;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Lists runs for people and programs that look at them. If there is a {@link ReadReplica}, it finds
 * which runs are in the list, so the newest ones may be missing for some moments; what a run is now
 * comes from the database itself. Tested by {@code FailoverIT}.
 */
@ApplicationScoped
public class RunLists {

  private final Runs runs;
  private final ReadReplica replica;

  @Inject
  public RunLists(Runs runs, ReadReplica replica) {
    this.runs = runs;
    this.replica = replica;
  }

  /**
   * Returns a page of a tenant's runs, in the order of the filter.
   *
   * @throws dev.reprise.platform.jdbc.DatabaseException if the replica fails
   */
  public List<Run> page(String tenant, Runs.Filter filter, int limit) {
    if (!replica.isElsewhere()) {
      return runs.list(tenant, filter, limit);
    }
    RunPageQuery query = RunPageQuery.of(tenant, filter, limit);
    List<UUID> ids =
        JdbcTransaction.single(
            replica.source(),
            it -> it.rows(query.sql(), row -> row.id("id"), query.parameters().toArray()));
    Map<UUID, Run> found =
        runs.find(tenant, ids).stream().collect(Collectors.toMap(Run::id, Function.identity()));
    return found.size() == ids.size()
        ? ids.stream().map(found::get).toList()
        : runs.list(tenant, filter, limit); // a run was erased: a short page would end the list
  }
}
