package dev.reprise.api.control;

import dev.reprise.api.audit.NotAudited;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.run.RunView;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** Passes a decision about a tool call on to another person. */
@Path("runs/{id}/tool-calls")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("approver")
@NotAudited(NotAudited.Reason.IN_THE_RECORD_OF_A_RUN)
@RequestScoped
public class CallDelegationResource {

  @Inject Caller caller;
  @Inject FourEyes fourEyes;
  @Inject Runs runs;
  @Inject HumanInputs inputs;
  @Inject ToolAccessCheck access;
  @Inject Clock clock;

  /** Records who is to decide; the run goes on waiting. */
  @POST
  @Path("{call}:delegate")
  @Operation(
      summary = "Pass a call that waits for people on to a colleague; the run goes on waiting",
      description =
          "From now on only this person can approve, edit or answer the call. Each approver can"
              + " still deny it, or pass it on again. An escalation ends the delegation. The run"
              + " must be WAITING, and one person's approval must be enough. The body names the call"
              + " as the person saw it; if no such call waits now, the response is call-not-open"
              + " (409).")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response delegate(
      @PathParam("id") UUID id,
      @PathParam("call") String inAddress,
      @NotNull(message = "The request must have a body.") @Valid DelegationRequest delegation) {
    Run run = find(id);
    access.checkActing(run, caller.role()); // it takes the decision from everyone else
    fourEyes.checkColleague(run, inputs.fold(run).state(), delegation.to());
    SeenCall seen = delegation.call();
    inputs.assign(
        run,
        new Statement(
                seen.location(inAddress),
                caller.name(),
                clock.instant(),
                Optional.ofNullable(delegation.reason()),
                seen.digest())
            .assigned(delegation.to()));
    return Response.accepted(RunView.of(find(id))).build();
  }

  private Run find(UUID id) {
    return runs.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
  }
}
