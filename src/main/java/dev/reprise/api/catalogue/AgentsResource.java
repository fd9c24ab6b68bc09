package dev.reprise.api.catalogue;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.killswitch.SwitchedOff;
import dev.reprise.definition.AgentCatalogue;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.operations.killswitch.KillSwitches;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** The agents of the caller's tenant, including those whose documents must be corrected. */
@Path("agents")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class AgentsResource {

  @Inject Caller caller;
  @Inject AgentCatalogue agents;
  @Inject KillSwitches switches;

  /** The agents that this server knows, by name, including those that are not usable. */
  public record AgentList(List<AgentView> items) {
    public AgentList {
      items = List.copyOf(items);
    }
  }

  @GET
  @Operation(summary = "List agents, including those whose documents must be corrected")
  public AgentList list() {
    List<CatalogueEntry> all = agents.list(caller.tenant());
    return new AgentList(all.stream().flatMap(entry -> view(entry, all).stream()).toList());
  }

  @GET
  @Path("{name}")
  @Operation(summary = "Show an agent")
  public AgentView get(@PathParam("name") String name) {
    return Stream.of(agents.find(caller.tenant(), name))
        .flatMap(entry -> view(entry, agents.list(caller.tenant())).stream())
        .findFirst()
        .orElseThrow(() -> ProblemException.notFound("There is no agent of this name."));
  }

  private Optional<AgentView> view(CatalogueEntry entry, List<CatalogueEntry> all) {
    return definition(entry, all)
        .map(
            it ->
                it.switchedOff(switches.onAgent(caller.tenant(), it.name()).map(SwitchedOff::of)));
  }

  private Optional<AgentView> definition(CatalogueEntry entry, List<CatalogueEntry> all) {
    return switch (entry) {
      case CatalogueEntry.Found found ->
          Optional.of(
              AgentView.of(
                  found, agents.warnings(caller.tenant(), found.version().definition(), all)));
      case CatalogueEntry.Broken broken ->
          Optional.of(AgentView.unusable(broken.name(), broken.source(), broken.problems()));
      case CatalogueEntry.NotReady notReady ->
          Optional.of(AgentView.unusable(notReady.name(), notReady.source(), notReady.absent()));
      case CatalogueEntry.Unknown ignored -> Optional.empty();
    };
  }
}
