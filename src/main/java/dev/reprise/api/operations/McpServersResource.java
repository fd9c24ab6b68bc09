package dev.reprise.api.operations;

import dev.reprise.api.http.Acknowledgement;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Items;
import dev.reprise.mcp.McpServerState;
import dev.reprise.mcp.McpServers;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.redaction.Redaction;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.NoSuchElementException;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/** The MCP servers of the caller's tenant, whether this server is connected to them or not. */
@Path("mcp-servers")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class McpServersResource {

  @Inject Caller caller;
  @Inject McpServers servers;
  @Inject Redaction redaction;

  @GET
  @Operation(summary = "List the MCP servers of the tenant, and their states")
  public Items<McpServerState> list() {
    return new Items<>(
        servers.states(caller.tenant()).stream()
            .map(server -> server.saying(redaction.text(server.detail())))
            .toList());
  }

  @POST
  @Path("{name}/tools/{tool}:acknowledge")
  @Consumes(MediaType.APPLICATION_JSON)
  @RolesAllowed("admin")
  @Operation(
      summary = "Accept a quarantined tool as its server declares it now",
      description =
          "This takes effect within seconds, on all servers of the database and for all tenants that"
              + " have the MCP server; so, if several have it, only admins of default may do it. Runs that are pinned to the old declaration wait for migration.")
  @APIResponse(responseCode = "204", description = "The declaration is accepted")
  public void acknowledge(
      @PathParam("name") String name,
      @PathParam("tool") String tool,
      @NotNull(message = "The request must have a body.") @Valid Acknowledgement acknowledgement) {
    if (servers.isOfOthers(caller.tenant(), name)) {
      throw new ProblemException(
          ProblemType.FORBIDDEN,
          "Other tenants have this MCP server, too: an admin of %s must accept its tools."
              .formatted(TenantScope.DEFAULT));
    }
    var declared = new McpServers.QuarantinedDigest(tool, acknowledgement.digest());
    try {
      if (!servers.acknowledge(caller.tenant(), name, declared, caller.name())) {
        throw new ProblemException(
            ProblemType.TOOL_NOT_QUARANTINED,
            "The tool is not quarantined with this digest, or the servers file names another digest;"
                + " GET …/mcp-servers lists the quarantined tools.");
      }
    } catch (NoSuchElementException e) {
      throw ProblemException.notFound("There is no MCP server of this name.");
    }
  }
}
