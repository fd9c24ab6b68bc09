package dev.reprise.api;

import dev.reprise.mcp.McpServers;
import dev.reprise.platform.Redaction;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** The MCP servers to which this server is connected, or would be, for the caller's tenant. */
@Path("mcp-servers")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@APIResponse(responseCode = "default", ref = Api.PROBLEM)
@RequestScoped
public class McpServersResource {

  @Inject Caller caller;
  @Inject McpServers servers;
  @Inject Redaction redaction;

  @GET
  @Operation(summary = "List the MCP servers of the tenant, and where they stand")
  @APIResponseSchema(McpServerList.class)
  public McpServerList list() {
    return new McpServerList(
        servers.states(caller.tenant()).stream()
            .map(server -> server.saying(redaction.text(server.detail())))
            .toList());
  }
}
