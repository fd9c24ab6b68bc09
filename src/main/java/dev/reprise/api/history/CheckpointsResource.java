package dev.reprise.api.history;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.definition.AgentVersions;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.run.history.PastStates;
import dev.reprise.run.history.RecordPage;
import dev.reprise.run.history.RecordReader;
import dev.reprise.run.history.RunCheckpoint;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The points of a run at which it can be looked at or forked: a view of its journal. */
@Path("runs/{id}/checkpoints")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class CheckpointsResource {

  @Inject Caller caller;
  @Inject Runs runs;
  @Inject AgentVersions versions;
  @Inject RecordReader records;
  @Inject PastStates states;

  /**
   * Checkpoints of a run, in order.
   *
   * @param nextAfter where to continue: pass it as {@code after}; absent after the newest event
   */
  public record CheckpointPage(List<RunCheckpoint> items, Optional<Long> nextAfter) {
    public CheckpointPage {
      items = List.copyOf(items);
    }
  }

  /** Returns the checkpoints after an event. */
  @GET
  @Operation(
      summary = "List the points of a run between its steps",
      description =
          "The beginning and end of each phase, the end of each iteration, and each copy of the state"
              + " in the run's own record. A run can be forked at each of them, as at any other event."
              + " A page may be empty although more follows.")
  public CheckpointPage list(
      @PathParam("id") UUID id,
      @Parameter(schema = @Schema(type = SchemaType.INTEGER, minimum = "0", defaultValue = "0"))
          @QueryParam("after")
          @Nullable String after) {
    Run run = find(id);
    long from = QueryParameters.number("after", after, 0, 0, run.lastSequence());
    RecordPage page = records.page(run, from).untilLastReply();
    return new CheckpointPage(RunCheckpoint.in(page.events()), page.nextAfter());
  }

  /** Returns what the run was after an event. */
  @GET
  @Path("{sequence}")
  @Operation(
      summary = "Show what a run was after one of its events",
      description =
          "The state that a fork at the event begins with. Each event of the run can be named, not"
              + " only those in the list.")
  public StateView get(
      @PathParam("id") UUID id,
      @Parameter(schema = @Schema(type = SchemaType.INTEGER, format = "int64", minimum = "1"))
          @PathParam("sequence")
          String sequence) {
    Run run = find(id);
    runs.requireRecord(run);
    long at = QueryParameters.number("sequence", sequence, 1, 1, run.lastSequence());
    return StateView.of(states.at(run, versions.load(run.tenant(), run.agentVersion()), at));
  }

  private Run find(UUID id) {
    return runs.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
  }
}
