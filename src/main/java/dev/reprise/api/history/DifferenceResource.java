package dev.reprise.api.history;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.definition.AgentVersions;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.run.history.PastStates;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** What changed in a run between two of its events. */
@Path("runs/{id}/difference")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class DifferenceResource {

  @Inject Caller caller;
  @Inject Runs runs;
  @Inject AgentVersions versions;
  @Inject PastStates states;

  @GET
  @Operation(
      summary = "Show what changed in a run from one of its events to a later one",
      description =
          "The states after both events, and what the run did and spent in between, without what"
              + " happened at `from` itself. Without `from` it is the first event of the run, without"
              + " `to` the newest.")
  public DifferenceView difference(
      @PathParam("id") UUID id,
      @Parameter(
              schema =
                  @Schema(
                      type = SchemaType.INTEGER,
                      format = "int64",
                      minimum = "1",
                      defaultValue = "1"))
          @QueryParam("from")
          @Nullable String from,
      @Parameter(schema = @Schema(type = SchemaType.INTEGER, format = "int64", minimum = "1"))
          @QueryParam("to")
          @Nullable String to) {
    Run run = runs.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
    runs.requireRecord(run);
    long newest = run.lastSequence();
    long first = QueryParameters.number("from", from, 1, 1, newest);
    long last = QueryParameters.number("to", to, newest, first, newest);
    AgentDefinition agent = versions.load(run.tenant(), run.agentVersion());
    return DifferenceView.of(
        states.at(run, agent, first), states.at(run, agent, last), states.steps(run, first, last));
  }
}
