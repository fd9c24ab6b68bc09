package dev.reprise.api.run;

import dev.reprise.api.http.Cursor;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.run.Runs;
import dev.reprise.run.state.RunStatus;
import jakarta.ws.rs.QueryParam;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** Which runs a client requests, by {@code status} and {@code agent}. */
public class RunQuery {

  @Parameter(schema = @Schema(implementation = RunStatus.class))
  @QueryParam("status")
  @Nullable String status;

  @QueryParam("agent")
  @Nullable String agent;

  Runs.Filter filter(Optional<String> cursor) {
    return new Runs.Filter(
        Optional.ofNullable(status).map(RunQuery::status),
        Optional.ofNullable(agent).map(RunQuery::agentName),
        cursor.map(Cursor::place));
  }

  private static RunStatus status(String word) {
    return QueryParameters.oneOf("status", word, List.of(RunStatus.values()), RunStatus::name);
  }

  private static String agentName(String name) {
    if (!name.matches("[a-z][a-z0-9-]{0,62}")) {
      throw ProblemException.parameter(
          "agent", "must be an agent's name: lower-case letters, digits and '-'");
    }
    return name;
  }
}
