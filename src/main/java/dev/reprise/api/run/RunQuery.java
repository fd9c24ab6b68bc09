package dev.reprise.api.run;

import dev.reprise.api.http.Cursor;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.run.Runs;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import jakarta.ws.rs.QueryParam;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** Which runs a client requests; several parameters must all hold. */
public class RunQuery {

  @Parameter(schema = @Schema(implementation = RunStatus.class))
  @QueryParam("status")
  @Nullable String status;

  @QueryParam("agent")
  @Nullable String agent;

  @Parameter(description = "What waiting runs wait for, such as approval or timer")
  @QueryParam("waitingFor")
  @Nullable String waitingFor;

  @Parameter(
      description = "The runs that were created at this time or later",
      schema = @Schema(format = "date-time"))
  @QueryParam("createdAfter")
  @Nullable String createdAfter;

  @Parameter(
      description = "The runs that were created before this time",
      schema = @Schema(format = "date-time"))
  @QueryParam("createdBefore")
  @Nullable String createdBefore;

  Runs.Filter filter(Optional<String> cursor) {
    return new Runs.Filter(
        Optional.ofNullable(status).map(RunQuery::status),
        Optional.ofNullable(agent).map(RunQuery::agentName),
        Optional.ofNullable(waitingFor).map(RunQuery::reason),
        new Runs.Period(time("createdAfter", createdAfter), time("createdBefore", createdBefore)),
        cursor.map(Cursor::place));
  }

  private static RunStatus status(String word) {
    return QueryParameters.oneOf("status", word, List.of(RunStatus.values()), RunStatus::name);
  }

  private static WaitReason reason(String word) {
    return QueryParameters.oneOf(
        "waitingFor", word, List.of(WaitReason.values()), WaitReason::code);
  }

  private static Optional<Instant> time(String name, @Nullable String text) {
    return text == null
        ? Optional.empty()
        : Optional.of(QueryParameters.instant(name, text, Instant.EPOCH));
  }

  static String agentName(String name) {
    if (!name.matches("[a-z][a-z0-9-]{0,62}")) {
      throw ProblemException.parameter(
          "agent", "must be an agent's name: lower-case letters, digits and '-'");
    }
    return name;
  }
}
