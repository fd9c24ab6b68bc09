package dev.reprise.api.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.identity.Caller;
import dev.reprise.definition.AgentCatalogue;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.platform.Json;
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
import org.eclipse.microprofile.openapi.annotations.Operation;

/** The versions of an agent: the present one, and those that runs of the tenant have taken. */
@Path("agents/{name}/versions")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class AgentVersionsResource {

  @Inject Caller caller;
  @Inject AgentCatalogue agents;
  @Inject AgentVersions versions;

  /** The versions of an agent, the present one first, then the newest. */
  public record AgentVersionList(List<AgentVersionView> items) {
    public AgentVersionList {
      items = List.copyOf(items);
    }
  }

  /**
   * A version of an agent with its document.
   *
   * @param version content hash of the document
   * @param document as its author wrote it, in JSON
   */
  public record AgentVersionDocument(String name, String version, JsonNode document) {}

  @GET
  @Operation(
      summary = "List the versions of an agent that the tenant knows",
      description =
          "The present one, which new runs take, and those that runs of the tenant have taken. They"
              + " stay when the agent's document is changed or removed.")
  public AgentVersionList list(@PathParam("name") String name) {
    CatalogueEntry entry = agents.find(caller.tenant(), name);
    List<AgentVersionView> known =
        AgentVersionView.of(present(entry), versions.stored(caller.tenant(), name));
    if (known.isEmpty() && entry instanceof CatalogueEntry.Unknown) {
      throw ProblemException.notFound("There is no agent of this name.");
    }
    return new AgentVersionList(known);
  }

  @GET
  @Path("{version}")
  @Operation(summary = "Show the document of a version of an agent")
  public AgentVersionDocument get(
      @PathParam("name") String name, @PathParam("version") String version) {
    return present(agents.find(caller.tenant(), name))
        .filter(it -> it.hash().equals(version))
        .map(AgentVersion::document)
        .or(() -> versions.document(caller.tenant(), name, version))
        .map(document -> new AgentVersionDocument(name, version, Json.read(document)))
        .orElseThrow(
            () ->
                ProblemException.notFound(
                    "There is no such version of an agent of this name; GET …/versions lists those"
                        + " that there are."));
  }

  private static Optional<AgentVersion> present(CatalogueEntry entry) {
    return entry instanceof CatalogueEntry.Found found
        ? Optional.of(found.version())
        : Optional.empty();
  }
}
