package dev.reprise.queue;

import dev.reprise.agent.Cost;
import dev.reprise.agent.budget.Spending;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.queue.row.IdBatches;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Reads the progress of many runs, with few statements. */
@ApplicationScoped
public class RunProgressReader {

  private static final Set<String> FOR_A_PERSON =
      Arrays.stream(WaitReason.values())
          .filter(reason -> reason.end() == WaitReason.End.PERSON)
          .map(WaitReason::code)
          .collect(Collectors.toUnmodifiableSet());

  private final Database database;

  @Inject
  public RunProgressReader(Database database) {
    this.database = database;
  }

  /**
   * The progress of a run.
   *
   * @param awaitsPerson whether it continues only after a person acts
   * @param lastSequence the newest event of its journal
   * @param spent what it and its child runs had spent before its newest events; empty if that is
   *     not known
   */
  public record Progress(
      UUID run,
      RunStatus status,
      boolean awaitsPerson,
      long lastSequence,
      Optional<Spending> spent) {

    private static Progress read(Row row) {
      RunStatus status = row.constant(RunStatus.class, "status");
      boolean awaitsPerson =
          status == RunStatus.PAUSED
              || (status == RunStatus.WAITING
                  && row.optionalText("waiting_for").filter(FOR_A_PERSON::contains).isPresent());
      return new Progress(
          row.id("id"),
          status,
          awaitsPerson,
          row.number("last_sequence"),
          row.optionalAmount("spent_usd")
              .map(usd -> new Spending(Cost.shortest(usd), row.number("spent_tokens"), 0, 0)));
    }
  }

  /**
   * Returns the progress of each of these runs, without runs that do not exist.
   *
   * @throws DatabaseException if the database fails
   */
  public List<Progress> of(Collection<UUID> runs) {
    return IdBatches.ask(
        """
        SELECT id, status, waiting_for, last_sequence, spent_usd, spent_tokens FROM run WHERE id\
        """,
        runs,
        (sql, parameters) -> database.rows(sql, Progress::read, parameters));
  }
}
