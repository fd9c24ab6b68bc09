package dev.reprise.api.budget;

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

/** What a run spent, call by call: a view of its journal. */
@Path("runs/{id}/ledger")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class LedgerResource {

  @Inject Caller caller;
  @Inject Runs runs;
  @Inject RecordReader records;

  /**
   * What a run spent, in order.
   *
   * @param nextAfter where to continue: pass it as {@code after}; absent after the newest event
   */
  public record LedgerPage(List<LedgerEntry> items, Optional<Long> nextAfter) {
    public LedgerPage {
      items = List.copyOf(items);
    }
  }

  /** Returns what a run spent after an event. */
  @GET
  @Operation(
      summary = "Read what a run spent, call by call",
      description =
          "Each entry is an event of the run's own journal. A fork's ledger has nothing of its parent,"
              + " and child runs have one entry each. A page may be empty although more follows.")
  public LedgerPage ledger(
      @PathParam("id") UUID id,
      @Parameter(schema = @Schema(type = SchemaType.INTEGER, minimum = "0", defaultValue = "0"))
          @QueryParam("after")
          @Nullable String after) {
    Run run = runs.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
    long from = QueryParameters.number("after", after, 0, 0, run.lastSequence());
    RecordPage page = records.page(run, from);
    return new LedgerPage(
        page.events().stream().flatMap(event -> LedgerEntry.of(event).stream()).toList(),
        page.nextAfter());
  }
}
