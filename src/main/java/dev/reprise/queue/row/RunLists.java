package dev.reprise.queue.row;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.ReadReplica;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;

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

  /** Returns a page of a tenant's runs, in the order of the filter. */
  public List<Run> page(String tenant, Runs.Filter filter, int limit) {
    return replica
        .read(source -> ids(source, RunPageQuery.of(tenant, filter, limit)))
        .flatMap(ids -> found(tenant, ids))
        .orElseGet(() -> runs.list(tenant, filter, limit));
  }

  private static List<UUID> ids(DataSource source, RunPageQuery query) {
    return JdbcTransaction.single(
        source, it -> it.rows(query.sql(), row -> row.id("id"), query.parameters().toArray()));
  }

  /** Returns the runs in this order, or nothing if one was erased: a short page ends the list. */
  private Optional<List<Run>> found(String tenant, List<UUID> ids) {
    Map<UUID, Run> found =
        runs.find(tenant, ids).stream().collect(Collectors.toMap(Run::id, Function.identity()));
    return found.size() == ids.size()
        ? Optional.of(ids.stream().map(found::get).toList())
        : Optional.empty();
  }
}
