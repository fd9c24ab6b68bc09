package dev.reprise.api.run;

import dev.reprise.api.http.Cursor;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.run.Runs;
import dev.reprise.run.state.RunStatus;
import jakarta.ws.rs.QueryParam;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** Which runs a client wants listed, out of the query of the request. */
public class RunQuery {

  private static final int DEFAULT_LIMIT = 50;
  private static final int MAX_LIMIT = 200;

  @Parameter(schema = @Schema(implementation = RunStatus.class))
  @QueryParam("status")
  @Nullable String status;

  @QueryParam("agent")
  @Nullable String agent;

  @Parameter(
      schema =
          @Schema(
              type = SchemaType.INTEGER,
              minimum = "1",
              maximum = "" + MAX_LIMIT,
              defaultValue = "" + DEFAULT_LIMIT))
  @QueryParam("limit")
  @Nullable String limit;

  @QueryParam("cursor")
  @Nullable String cursor;

  int limit() {
    return (int) QueryParameters.number("limit", limit, DEFAULT_LIMIT, 1, MAX_LIMIT);
  }

  Runs.Filter filter() {
    return new Runs.Filter(
        Optional.ofNullable(status).map(RunQuery::status),
        Optional.ofNullable(agent).map(RunQuery::agentName),
        Optional.ofNullable(cursor).map(Cursor::place));
  }

  private static RunStatus status(String word) {
    return Arrays.stream(RunStatus.values())
        .filter(each -> each.name().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                ProblemException.parameter(
                    "status",
                    "is one of "
                        + Arrays.stream(RunStatus.values())
                            .map(RunStatus::name)
                            .collect(Collectors.joining(", "))));
  }

  private static String agentName(String name) {
    if (!name.matches("[a-z][a-z0-9-]{0,62}")) {
      throw ProblemException.parameter(
          "agent", "is an agent's name: lower-case letters, digits and '-'");
    }
    return name;
  }
}
