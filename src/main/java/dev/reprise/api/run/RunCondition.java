package dev.reprise.api.run;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.run.Run;
import dev.reprise.run.RunRow;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The version of a run that a client has seen, and only on which it acts. */
public class RunCondition {

  @Parameter(
      description =
          "The ETag of the run as the client knows it; if the run has moved on since, nothing is"
              + " done")
  @HeaderParam(HttpHeaders.IF_MATCH)
  @Nullable String ifMatch;

  @Context @Nullable Request request;

  /** Returns the ETag of a run, which changes with each event and each claim. */
  public static EntityTag tag(Run run) {
    RunRow.Version version = run.version();
    return new EntityTag("%d-%d".formatted(version.epoch(), version.sequence()));
  }

  /**
   * Returns the only version of a run on which the client acts; empty for any.
   *
   * @throws ProblemException if the run has another one
   */
  public Optional<RunRow.Version> on(Run run) {
    if (ifMatch == null || request == null) {
      return Optional.empty();
    }
    if (request.evaluatePreconditions(tag(run)) != null) {
      throw changed(run);
    }
    return ifMatch.strip().equals("*") ? Optional.empty() : Optional.of(run.version());
  }

  /** Returns the problem that a run is not what the client has seen. */
  public static ProblemException changed(Run now) {
    return new ProblemException(
        ProblemType.PRECONDITION_FAILED,
        "Run %s has moved on: it is %s at \"%s\" now; read it again and decide anew."
            .formatted(now.id(), now.status(), tag(now).getValue()));
  }
}
