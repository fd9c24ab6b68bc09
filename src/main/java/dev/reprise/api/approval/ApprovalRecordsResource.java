package dev.reprise.api.approval;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.run.history.RecordPage;
import dev.reprise.run.history.RecordReader;
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

/** Which calls of a run were allowed, and by whom: a view of its journal. */
@Path("runs/{id}/approvals")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class ApprovalRecordsResource {

  @Inject Caller caller;
  @Inject Runs runs;
  @Inject RecordReader records;

  /**
   * Calls that needed an approval or whose cost was checked, in order.
   *
   * @param nextAfter where to continue: pass it as {@code after}; absent after the newest event
   */
  public record ApprovalRecordPage(List<ApprovalRecord> items, Optional<Long> nextAfter) {
    public ApprovalRecordPage {
      items = List.copyOf(items);
    }
  }

  /** Returns what a run's journal says about approvals after an event. */
  @GET
  @Operation(
      summary = "Read which calls of a run were allowed, by whom and why",
      description =
          "Each entry is a call of a tool or a model of which people were asked, or whose expected cost was checked, as the"
              + " run's own journal has it. A fork has nothing of its parent. A page may be empty"
              + " although more follows. A call of the newest reply may change until it has a result.")
  public ApprovalRecordPage approvals(
      @PathParam("id") UUID id,
      @Parameter(schema = @Schema(type = SchemaType.INTEGER, minimum = "0", defaultValue = "0"))
          @QueryParam("after")
          @Nullable String after) {
    Run run = runs.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
    long from = QueryParameters.number("after", after, 0, 0, run.lastSequence());
    RecordPage page = records.page(run, from).untilLastReply();
    return new ApprovalRecordPage(ApprovalRecord.in(page.events()), page.nextAfter());
  }
}
