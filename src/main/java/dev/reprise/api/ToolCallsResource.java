package dev.reprise.api;

import dev.reprise.agent.Verdict;
import dev.reprise.definition.AgentVersions;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.CallInHand;
import dev.reprise.run.Run;
import dev.reprise.run.RunQueue;
import dev.reprise.run.RunState;
import dev.reprise.run.RunStatus;
import dev.reprise.run.Runs;
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
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** The tool calls that a run is about, and people's verdicts on those whose outcome is unknown. */
@Path("runs/{id}/tool-calls")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@APIResponse(responseCode = "default", ref = Api.PROBLEM)
@RequestScoped
public class ToolCallsResource {

  @Inject Caller caller;
  @Inject Runs runs;
  @Inject RunQueue queue;
  @Inject AgentVersions versions;

  @GET
  @Operation(summary = "List the calls of the model's newest reply that are not answered yet")
  @APIResponseSchema(ToolCallList.class)
  public ToolCallList list(@PathParam("id") UUID id) {
    Run run = find(id);
    List<ToolCallView> calls =
        openPhase(run).stream()
            .flatMap(
                phase ->
                    phase.work().calls().stream()
                        .map(call -> ToolCallView.of(run.status(), phase, call)))
            .toList();
    return new ToolCallList(calls);
  }

  /** Records a person's verdict, with which the run goes on. */
  @POST
  @Path("{call}:resolve")
  @RolesAllowed("operator")
  @Operation(summary = "Say what became of a call whose outcome is unknown; the run goes on")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response resolve(
      @PathParam("id") UUID id,
      @PathParam("call") String call,
      @NotNull(message = "The request needs a body.") @Valid Resolution resolution) {
    checkResult(resolution);
    Run run = find(id);
    RunEvent.ToolCallResolved verdict =
        inDoubt(run, call)
            .map(phase -> verdict(phase, call, resolution))
            .orElseThrow(() -> notOpen(run, call));
    if (!queue.resolve(id, verdict)) {
      throw notOpen(find(id), call);
    }
    return Response.accepted(RunView.of(find(id))).build();
  }

  private static void checkResult(Resolution resolution) {
    boolean needed = resolution.verdict() == Verdict.SUCCEEDED;
    if (needed != (resolution.result() != null)) {
      String rule = "is needed with the verdict SUCCEEDED, and only there";
      throw new Refusal(
          ProblemType.INVALID_VALUE, "result " + rule, List.of(new FieldError("result", rule)));
    }
  }

  /** Returns the phase in which the call waits for a verdict. */
  private Optional<RunState.OpenPhase> inDoubt(Run run, String call) {
    return run.status() == RunStatus.WAITING
        ? openPhase(run)
            .filter(phase -> phase.work().call(call).filter(CallInHand::isInDoubt).isPresent())
        : Optional.empty();
  }

  private RunEvent.ToolCallResolved verdict(
      RunState.OpenPhase phase, String call, Resolution resolution) {
    return new RunEvent.ToolCallResolved(
        phase.name(),
        phase.work().iteration(),
        call,
        resolution.verdict(),
        Optional.ofNullable(resolution.result()).orElse(""),
        caller.name(),
        resolution.evidence());
  }

  private Optional<RunState.OpenPhase> openPhase(Run run) {
    runs.requireRecord(run);
    var agent = versions.load(run.tenant(), run.agentVersion());
    return runs.fold(run, agent).state().openPhase();
  }

  private Run find(UUID id) {
    return runs.find(caller.tenant(), id).orElseThrow(() -> Refusal.noRun(id));
  }

  private static Refusal notOpen(Run run, String call) {
    return new Refusal(
        ProblemType.CALL_NOT_OPEN,
        "Run %s is %s and awaits no verdict on a call '%s'; GET …/tool-calls lists those it has."
            .formatted(run.id(), run.status(), call));
  }
}
