package dev.reprise.api.run;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.operations.retention.Retention;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.UUID;

/** Erases runs that have ended, and their records, at a person's request. */
@ApplicationScoped
public class RunErasure {

  private final Retention retention;

  @Inject
  RunErasure(Retention retention) {
    this.retention = retention;
  }

  /**
   * Erases a run.
   *
   * @param by the person's name
   * @throws ProblemException if the run stays
   */
  public void erase(UUID id, String by) {
    switch (retention.erase(id, by)) {
      case Retention.Answer.Erased ignored -> {}
      case Retention.Answer.NotFound ignored -> throw ProblemException.noRun(id);
      case Retention.Answer.Kept(String reason) ->
          throw new ProblemException(
              ProblemType.RUN_HAS_FORKS, "Run %s cannot be erased: %s.".formatted(id, reason));
      case Retention.Answer.NotEnded(RunStatus status) ->
          throw new ProblemException(
              ProblemType.RUN_NOT_ENDED,
              "Run %s is %s; only a run that has ended can be erased.".formatted(id, status));
      case Retention.Answer.Changed ignored ->
          throw new ProblemException(
              ProblemType.RUN_NOT_ENDED,
              "Run %s was still active during the request, and has ended by now; look at it, and send the request again if it may be erased."
                  .formatted(id));
    }
  }
}
