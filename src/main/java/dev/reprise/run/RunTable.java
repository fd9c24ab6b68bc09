package dev.reprise.run;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Query;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs the {@link Statements} on the table of runs, in the caller's transaction. */
@ApplicationScoped
class RunTable {

  @PersistenceContext(unitName = "reprise")
  EntityManager database;

  /** Returns how many rows the statement changed. */
  int update(String statement, @Nullable Object... parameters) {
    return query(statement, parameters).executeUpdate();
  }

  /** Returns whether the one row that the statement is about fulfilled its condition. */
  boolean moves(String statement, @Nullable Object... parameters) {
    return update(statement, parameters) == 1;
  }

  Stream<Object[]> rows(String statement, Object... parameters) {
    List<?> rows = query(statement, parameters).getResultList();
    return rows.stream().map(Object[].class::cast);
  }

  /** Returns the ids that the statement selects, at most so many. */
  List<UUID> ids(String statement, int limit) {
    List<?> ids = query(statement).setMaxResults(limit).getResultList();
    return ids.stream().map(id -> UUID.fromString((String) id)).toList();
  }

  /** Returns a row as it is in the database now, whatever this transaction has seen before. */
  Optional<Run> read(UUID id) {
    Optional<Run> run = Optional.ofNullable(database.find(Run.class, id.toString()));
    run.ifPresent(database::refresh);
    return run;
  }

  private Query query(String statement, @Nullable Object... parameters) {
    Query query = database.createNativeQuery(statement);
    for (int i = 0; i < parameters.length; i++) {
      query.setParameter(i + 1, parameters[i]);
    }
    return query;
  }
}
