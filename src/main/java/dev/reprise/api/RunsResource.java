package dev.reprise.api;

import dev.reprise.definition.AgentCatalogue;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.util.Map;
import java.util.UUID;

/** Runs: submitted, looked at, cancelled. */
@Path("runs")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public class RunsResource {

  @Inject AgentCatalogue agents;
  @Inject Submissions submissions;
  @Inject Runs runs;

  /** Accepts a run and returns at once; it starts when the dispatcher picks it up. */
  @POST
  public Response submit(
      @NotNull @Valid Submission submission,
      @Context UriInfo uri,
      @Context SecurityContext security) {
    if (!(agents.find(submission.agent()) instanceof CatalogueEntry.Found found)) {
      throw new NotFoundException();
    }
    UUID id =
        submissions.accept(
            "default", security.getUserPrincipal().getName(), found.version(), submission);
    return Response.accepted(Map.of("id", id))
        .location(uri.getAbsolutePathBuilder().path(id.toString()).build())
        .build();
  }

  @GET
  @Path("{id}")
  public Map<String, Object> get(@PathParam("id") UUID id) {
    Run run = runs.find("default", id).orElseThrow(NotFoundException::new);
    return Map.of("id", run.id(), "status", run.status(), "events", run.lastSequence());
  }
}
