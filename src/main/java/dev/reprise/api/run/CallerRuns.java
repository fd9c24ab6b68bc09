package dev.reprise.api.run;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Caller;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.util.UUID;

/** The runs that a caller may see: those of the caller's tenant. */
@RequestScoped
public class CallerRuns {

  private final Caller caller;
  private final Runs runs;

  @Inject
  CallerRuns(Caller caller, Runs runs) {
    this.caller = caller;
    this.runs = runs;
  }

  /**
   * Returns a run as it is now.
   *
   * @throws ProblemException if the tenant has no such run
   */
  public Run find(UUID id) {
    return runs.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
  }

  /**
   * Returns a run that the caller may direct.
   *
   * @throws ProblemException if the tenant has no such run, or it is another person's
   */
  public Run findDirected(UUID id) {
    Run run = find(id);
    caller.checkDirects("Run " + id, run.submittedBy());
    return run;
  }

  /**
   * Checks that the record of a run is stored.
   *
   * @param refusal what is not possible otherwise, as in "its record cannot be exported"
   * @throws ProblemException if it is not
   */
  public static void checkDurable(Run run, String refusal) {
    if (run.inMemoryOn().isPresent()) {
      throw new ProblemException(
          ProblemType.RUN_NOT_DURABLE,
          "Run %s was submitted as not durable; %s.".formatted(run.id(), refusal));
    }
  }
}
