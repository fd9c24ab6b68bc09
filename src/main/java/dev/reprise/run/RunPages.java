package dev.reprise.run;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Which runs stand on a page of a tenant's list, newest first.
 *
 * <p>A page costs what it holds and not what the tenant has: the inner query goes along the index
 * by age until the page is full, without sorting, and the outer one sorts the rows of that stretch.
 * On Derby more is at stake than the sorting: whoever reads a row waits for its writer, and a
 * tenant that has much to do has many.
 */
@ApplicationScoped
class RunPages {

  private RunTable table;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  RunPages() {}

  @Inject
  RunPages(RunTable table) {
    this.table = table;
  }

  List<UUID> ids(String tenant, Runs.Filter filter, int limit) {
    List<Object> parameters = new ArrayList<>();
    String where = where(tenant, filter, parameters);
    parameters.addAll(List.copyOf(parameters));
    return table.rows(
        """
        SELECT id FROM run WHERE %1$s AND created_at >= (
          SELECT MIN(page.created_at) FROM (
            SELECT created_at FROM run WHERE %1$s
            ORDER BY created_at DESC FETCH FIRST %2$d ROWS ONLY) page)
        ORDER BY created_at DESC, id DESC FETCH FIRST %2$d ROWS ONLY"""
            .formatted(where, limit),
        row -> UUID.fromString(row.getString("id")),
        parameters.toArray());
  }

  private static String where(String tenant, Runs.Filter filter, List<Object> parameters) {
    StringBuilder where = new StringBuilder("tenant = ?");
    parameters.add(tenant);
    filter
        .status()
        .ifPresent(
            status -> {
              where.append(" AND status = ?");
              parameters.add(status.name());
            });
    filter
        .agent()
        .ifPresent(
            agent -> {
              where.append(" AND agent = ?");
              parameters.add(agent);
            });
    filter
        .after()
        .ifPresent(
            last -> {
              where.append(" AND created_at <= ? AND (created_at < ? OR id < ?)");
              Timestamp created = Timestamp.from(last.createdAt());
              parameters.addAll(List.of(created, created, last.id()));
            });
    return where.toString();
  }
}
