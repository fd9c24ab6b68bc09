package dev.reprise.api.run;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
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
   */
  public record CountList(List<StatusCount> items) {
    public CountList {
      items = List.copyOf(items);
    }
  }

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
  @Operation(summary = "Count runs by status, up to 10,000 of each")
  @APIResponseSchema(CountList.class)
  public CountList count(@QueryParam("agent") @Nullable String agent) {
    Optional<String> only = Optional.ofNullable(agent).map(RunQuery::agentName);
    return new CountList(
        counts.of(caller.tenant(), only).entrySet().stream().map(StatusCount::of).toList());
  }
}
