package dev.reprise.api.catalogue;

import dev.reprise.agent.ToolGrant;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.killswitch.SwitchedOff;
import dev.reprise.api.page.Items;
import dev.reprise.operations.killswitch.KillSwitches;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.policy.EffectiveToolPolicy;
import dev.reprise.tool.policy.ToolPolicy;
import dev.reprise.tool.secret.ToolSecrets;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** The tools that agents of the caller's tenant can be granted, including those of MCP servers. */
@Path("tools")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class ToolsResource {

  @Inject Caller caller;
  @Inject ToolCatalogue catalogue;
  @Inject ToolPolicy policy;
  @Inject ToolSecrets secrets;
  @Inject KillSwitches switches;

  @GET
  @Operation(
      summary = "List the tools that this server has now",
      description =
          "The tools of an MCP server are listed once it was connected, and stay while it is not.")
  public Items<ToolView> list() {
    return new Items<>(catalogue.declarations(caller.tenant()).stream().map(this::view).toList());
  }

  @GET
  @Path("{name}")
  @Operation(summary = "Show a tool")
  public ToolView get(@PathParam("name") String name) {
    return catalogue.declarations(caller.tenant()).stream()
        .filter(tool -> tool.name().equals(name))
        .findFirst()
        .map(this::view)
        .orElseThrow(() -> ProblemException.notFound("There is no tool of this name."));
  }

  private ToolView view(ToolDeclaration tool) {
    EffectiveToolPolicy effectivePolicy = policy.effective(tool, ToolGrant.WHOLE);
    return ToolView.of(
        tool,
        effectivePolicy,
        secrets.names(effectivePolicy.secrets(), caller.tenant()),
        switches.onTool(caller.tenant(), tool.name(), tool.dangerous()).map(SwitchedOff::of));
  }
}
