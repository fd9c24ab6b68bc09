package dev.reprise.api.killswitch;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.idempotency.CreationId;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Cursor;
import dev.reprise.api.page.Page;
import dev.reprise.api.page.PageQuery;
import dev.reprise.batch.store.BatchClaims;
import dev.reprise.operations.killswitch.KillSwitch;
import dev.reprise.operations.killswitch.KillSwitches;
import dev.reprise.platform.TenantScope;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** What is stopped at once, on all servers. Tested by {@code KillSwitchIT}. */
@Path("admin/kill-switches")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("admin")
@RequestScoped
public class KillSwitchesResource {

  private static final System.Logger LOG = System.getLogger(KillSwitchesResource.class.getName());

  @Inject Caller caller;
  @Inject KillSwitches switches;
  @Inject BatchClaims batches;
  @Inject SwitchNames names;
  @Inject CreationId creation;
  @Inject Clock clock;

  @GET
  @RolesAllowed("viewer")
  @Operation(
      summary = "List the kill switches that are set",
      description =
          "Those that count for the caller's tenant; admins and auditors of the tenant default see all.")
  public Page<KillSwitchView> list(@BeanParam PageQuery page) {
    int limit = page.limit();
    Optional<KillSwitches.Place> after =
        page.cursor().map(Cursor::place).map(it -> new KillSwitches.Place(it.at(), it.id()));
    Optional<String> of = mayNameOthers() ? Optional.empty() : Optional.of(caller.tenant());
    Map<String, Boolean> tenants = new HashMap<>(); // many switches are for few tenants
    return Page.of(switches.list(of, after, limit + 1), limit, it -> Cursor.after(it.at(), it.id()))
        .map(
            it ->
                KillSwitchView.of(
                    it, names.has(it) && tenants.computeIfAbsent(it.tenant(), names::hasTenant)));
  }

  @POST
  @Operation(
      summary = "Stop something at once, on all servers",
      description =
          "It counts on each server within a second, until it is released. Calls that are under way"
              + " are not interrupted. Submissions are refused with switched-off. Runs whose models are"
              + " not called wait, and try again each minute, at no cost. Calls of tools fail with"
              + " switched_off, which the model sees. Calls of generated tools whose code is not to be"
              + " used again have new code written. Each refusal says who has stopped it, and why. A"
              + " tool, an agent or a tenant that the server does not know is refused, unless unknown"
              + " is true; known of the answer is false then, and the switch stops nothing today."
              + " `trial` is the agent of all trials.")
  @APIResponseSchema(value = KillSwitchView.class, responseCode = "201")
  public Response set(
      @NotNull(message = "The request must have a body.") @Valid KillSwitchRequest request) {
    KillSwitch wanted =
        new KillSwitch(
            creation.get(),
            tenant(request),
            request.kind(),
            name(request),
            caller.name(),
            request.reason(),
            clock.instant().truncatedTo(ChronoUnit.MICROS));
    Optional<KillSwitch> before =
        creation.isRepeated() ? switches.find(wanted.id()) : Optional.empty();
    if (before.isEmpty()) {
      checkName(wanted, request);
      switches.set(wanted);
      LOG.log(
          WARNING,
          "kill switch %s for tenant %s: %s"
              .formatted(wanted.id(), wanted.tenant(), wanted.refusal()));
    }
    return Response.status(Response.Status.CREATED).entity(view(before.orElse(wanted))).build();
  }

  private KillSwitchView view(KillSwitch it) {
    return KillSwitchView.of(it, names.has(it) && names.hasTenant(it.tenant()));
  }

  private void checkName(KillSwitch wanted, KillSwitchRequest request) {
    if (Boolean.TRUE.equals(request.unknown())) {
      return;
    }
    if (!names.hasTenant(wanted.tenant())) {
      throw ProblemException.invalidValue(
          "tenant",
          "is no tenant that has done anything here, or that an agent is for; with \"unknown\": true the switch is set all the same, and stops nothing until there is one");
    }
    if (names.has(wanted)) {
      return;
    }
    List<String> near = names.near(wanted);
    throw ProblemException.invalidValue(
        "name",
        "is no %s of this server%s; with \"unknown\": true the switch is set all the same, and stops nothing until there is one"
            .formatted(
                wanted.kind() == KillSwitch.Kind.TOOL ? "tool" : "agent",
                near.isEmpty() ? "" : ", which has " + String.join(", ", near)));
  }

  private static String name(KillSwitchRequest request) {
    String name = Optional.ofNullable(request.name()).orElse("");
    if (request.kind().isNamed() == name.isEmpty()) {
      throw ProblemException.invalidValue(
          "name",
          request.kind().isNamed() ? "is missing; it must say what is stopped" : "must be absent");
    }
    return name;
  }

  private String tenant(KillSwitchRequest request) {
    String tenant =
        TenantScope.canonical(Optional.ofNullable(request.tenant()).orElse(caller.tenant()));
    if (!tenant.equals(KillSwitch.ALL) && !TenantScope.isName(tenant)) {
      throw ProblemException.invalidValue("tenant", "must be the name of a tenant, or * for all");
    }
    if (!tenant.equals(caller.tenant()) && !mayNameOthers()) {
      throw new ProblemException(
          ProblemType.FORBIDDEN, "Only admins of the tenant 'default' may stop other tenants.");
    }
    return tenant;
  }

  @POST
  @Path("{id}:release")
  @Operation(
      summary = "Release a kill switch",
      description =
          "What it has stopped may go on, on each server within a second. Batches that it holds try again at once, runs"
              + " that wait within a minute.")
  @APIResponse(responseCode = "204", description = "It is released")
  public void release(@PathParam("id") UUID id) {
    KillSwitch set =
        switches
            .find(id)
            .filter(it -> mayNameOthers() || it.tenant().equals(caller.tenant()))
            .orElseThrow(
                () -> ProblemException.notFound("There is no kill switch of this id to release."));
    if (switches.release(id)) {
      batches.endHolds(
          Optional.of(set.tenant()).filter(it -> !it.equals(KillSwitch.ALL)),
          KillSwitches.KNOWN_WITHIN);
      LOG.log(
          WARNING,
          "kill switch %s for tenant %s: released by %s"
              .formatted(id, set.tenant(), caller.name()));
    }
  }

  private boolean mayNameOthers() {
    return caller.tenant().equals(TenantScope.DEFAULT);
  }
}
