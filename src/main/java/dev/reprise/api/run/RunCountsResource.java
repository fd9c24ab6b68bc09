package dev.reprise.api.run;

import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.run.queue.RunCounts;
import dev.reprise.run.state.RunStatus;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/** How many runs there are. */
@Path("run-counts")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class RunCountsResource {

  @Inject Caller caller;
  @Inject RunCounts counts;

  /**
   * The numbers of runs.
   *
   * @param items one for each status
   * @param failures one for each code of a failure, the most frequent first; only if the request
   *     says since when
   */
  public record CountList(List<StatusCount> items, Optional<List<FailureCount>> failures) {
    public CountList {
      items = List.copyOf(items);
      failures = failures.map(List::copyOf);
    }
  }

  /**
   * The number of runs that failed for a reason and have not been retried.
   *
   * @param failureCode the code of the failure
   * @param count together with those of other codes at most {@value RunCounts#MOST}
   */
  public record FailureCount(String failureCode, int count) {}

  /**
   * The number of runs of a status.
   *
   * @param count at most {@value RunCounts#MOST}
   * @param orMore whether there may be more
   */
  public record StatusCount(RunStatus status, int count, boolean orMore) {

    private static StatusCount of(Map.Entry<RunStatus, Integer> entry) {
      int count = entry.getValue();
      return new StatusCount(entry.getKey(), count, count == RunCounts.MOST);
    }
  }

  @GET
  @Operation(summary = "Count runs by status, up to 10,000 of each, and failures by their code")
  @APIResponseSchema(CountList.class)
  public CountList count(
      @Parameter(
              description = "Counts the runs of this agent by status; failures are of all agents")
          @QueryParam("agent")
          @Nullable String agent,
      @Parameter(
              description = "Also counts the failures at this time or later, by their code",
              schema = @Schema(format = "date-time"))
          @QueryParam("failedAfter")
          @Nullable String failedAfter) {
    Optional<String> only = Optional.ofNullable(agent).map(RunQuery::agentName);
    return new CountList(
        counts.of(caller.tenant(), only).entrySet().stream().map(StatusCount::of).toList(),
        Optional.ofNullable(failedAfter)
            .map(text -> QueryParameters.instant("failedAfter", text, Instant.EPOCH))
            .map(this::failures));
  }

  private List<FailureCount> failures(Instant since) {
    return counts.failures(caller.tenant(), since).entrySet().stream()
        .map(entry -> new FailureCount(entry.getKey(), entry.getValue()))
        .toList();
  }
}
