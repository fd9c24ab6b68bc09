package dev.reprise.api.run;

import dev.reprise.api.http.IfMatch;
import dev.reprise.api.http.ProblemException;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.RunRow;
import jakarta.ws.rs.core.EntityTag;
import java.util.Optional;

/** The ETag of a run, which changes with each event and each claim. */
public final class RunTag {

  private RunTag() {}

  public static EntityTag of(Run run) {
    RunRow.Version version = run.version();
    return new EntityTag("%d-%d".formatted(version.epoch(), version.sequence()));
  }

  /**
   * Returns the only version of a run on which a client acts; empty for any.
   *
   * @throws ProblemException if the run has another one
   */
  public static Optional<RunRow.Version> only(IfMatch condition, Run run) {
    return condition.only(name(run), of(run), run.version());
  }

  /** Returns the problem that a run is not what the client has seen. */
  public static ProblemException changed(Run now) {
    return IfMatch.changed(name(now), of(now));
  }

  private static String name(Run run) {
    return "Run %s (%s)".formatted(run.id(), run.status());
  }
}
