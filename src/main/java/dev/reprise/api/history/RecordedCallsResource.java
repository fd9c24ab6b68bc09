package dev.reprise.api.history;

import dev.reprise.api.control.CallContextView;
import dev.reprise.api.control.ModelCallView;
import dev.reprise.api.control.OpenCalls;
import dev.reprise.api.control.ToolCallStatus;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Cursor;
import dev.reprise.api.page.PageQuery;
import dev.reprise.api.page.Paged;
import dev.reprise.api.run.CallerRuns;
import dev.reprise.definition.AgentVersions;
import dev.reprise.history.CallPage;
import dev.reprise.history.CallReader;
import dev.reprise.history.RecentSteps;
import dev.reprise.history.RunHistory;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
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
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The tool calls of a run, from the open ones to the first. Tested by {@code RunRecordViewsIT}. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class RecordedCallsResource {

  @Inject Caller caller;
  @Inject CallerRuns ownRuns;
  @Inject Runs runs;
  @Inject AgentVersions versions;
  @Inject CallReader record;
  @Inject OpenCalls open;
  @Inject RunHistory history;

  /**
   * Tool calls of a run, those of the newest reply first, each reply's in its order.
   *
   * @param before what the run did and spent before the open calls; only on the first page
   * @param modelCall the model call that the run paused for, if it did; only on the first page
   */
  public record ToolCallList(
      List<RecordedCallView> items,
      Optional<CallContextView> before,
      Optional<ModelCallView> modelCall,
      Optional<String> nextCursor)
      implements Paged {
    public ToolCallList {
      items = List.copyOf(items);
    }
  }

  @GET
  @Path("runs/{id}/tool-calls")
  @Operation(
      summary = "List the tool calls of a run, those of the newest reply first",
      description =
          "All calls of the run's own record, in all phases; a fork also has those that it took over"
              + " without an outcome. Open calls are of the newest reply, so they come first. A"
              + " page may have fewer calls than `limit`, even none, although older"
              + " ones follow, because a search with `status` reads a part of a long record at a time;"
              + " only the last page has no nextCursor. A call that the run left without an outcome,"
              + " because the run or the phase ended, keeps the status that it had.")
  public ToolCallList list(
      @PathParam("id") UUID id,
      @Parameter(schema = @Schema(implementation = ToolCallStatus.class)) @QueryParam("status")
          @Nullable String status,
      @BeanParam PageQuery query) {
    Run run = ownRuns.find(id);
    runs.requireRecord(run);
    var calls = new RecordedCalls(open, run);
    CallPage found =
        read(run, calls, Optional.ofNullable(status).map(RecordedCallsResource::named), query);
    boolean isFirst = query.cursor().isEmpty();
    return new ToolCallList(
        found.calls().stream().map(calls::view).toList(),
        isFirst ? Optional.of(before(run, calls)) : Optional.empty(),
        isFirst ? calls.needs().modelCall() : Optional.empty(),
        found.next().map(Cursor::at));
  }

  private CallPage read(
      Run run, RecordedCalls calls, Optional<ToolCallStatus> status, PageQuery query) {
    var wanted =
        new CallReader.Query(
            entry -> status.filter(it -> it != calls.status(entry)).isEmpty(),
            query.limit(),
            query.cursor().map(Cursor::call));
    try {
      return record.page(run, versions.load(run.tenant(), run.agentVersion()), wanted);
    } catch (IllegalArgumentException e) {
      throw Cursor.foreign(); // it names no reply of this run
    }
  }

  private CallContextView before(Run run, RecordedCalls calls) {
    RecentSteps steps = history.upTo(run.id(), run.lastSequence());
    return CallContextView.of(steps, calls.needs());
  }

  private static ToolCallStatus named(String word) {
    return QueryParameters.oneOf(
        "status", word, List.of(ToolCallStatus.values()), ToolCallStatus::name);
  }
}
