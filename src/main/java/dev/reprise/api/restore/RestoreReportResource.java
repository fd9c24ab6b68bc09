package dev.reprise.api.restore;

import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Cursor;
import dev.reprise.api.page.Page;
import dev.reprise.api.page.PageQuery;
import dev.reprise.definition.AgentVersions;
import dev.reprise.history.PastStates;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * What the tenant's runs may have done after the moment to which the database was restored. Tested
 * by {@code RestoreReportIT}.
 */
@Path("restore-report")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("operator")
@RequestScoped
public class RestoreReportResource {

  /** After this time a page ends, because each of its runs may have a long record. */
  private static final Duration READING = Duration.ofSeconds(2);

  /** Later than all that a record has, whatever the clock of the database says. */
  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

  @Inject Caller caller;
  @Inject Clock clock;
  @Inject Runs runs;
  @Inject PastStates states;
  @Inject AgentVersions versions;

  @GET
  @Operation(
      summary = "List what runs may have done after the moment to which the database was restored",
      description =
          "The runs that had not ended then, the oldest first, each as its record was then: the calls"
              + " with effects that have no result there, and the tools with effects that it may have"
              + " called since. Runs that are not durable are not listed. A page of runs with long"
              + " records may be shorter than the limit.")
  public Page<RestoredRun> list(
      @Parameter(
              description = "The moment; without it, the runs are listed as they are now",
              schema = @Schema(format = "date-time"))
          @QueryParam("since")
          @Nullable String since,
      @BeanParam PageQuery page) {
    Instant moment = QueryParameters.instant("since", since, LATEST);
    List<Run> found =
        runs.unfinished(
            caller.tenant(), moment, page.cursor().map(Cursor::place), page.limit() + 1);
    int most = Math.min(page.limit(), found.size());
    Instant end = clock.instant().plus(READING);
    List<RestoredRun> items = new ArrayList<>();
    while (items.size() < most && (items.isEmpty() || clock.instant().isBefore(end))) {
      items.add(item(found.get(items.size()), moment));
    }
    return new Page<>(
        items, Page.of(found, items.size(), it -> Cursor.after(Runs.Place.of(it))).nextCursor());
  }

  private RestoredRun item(Run run, Instant moment) {
    return RestoredRun.of(
        run, states.at(run, versions.load(run.tenant(), run.agentVersion()), moment));
  }
}
