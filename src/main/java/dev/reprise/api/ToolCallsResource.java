package dev.reprise.api;

import dev.reprise.agent.Asking;
import dev.reprise.agent.Verdict;
import dev.reprise.definition.AgentVersions;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.CallInHand;
import dev.reprise.run.Run;
import dev.reprise.run.RunQueue;
import dev.reprise.run.RunState;
import dev.reprise.run.RunStatus;
import dev.reprise.run.Runs;
import dev.reprise.tool.AskHuman;
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
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls that a run is about, and what people say to those that wait for them: verdicts on
 * unknown outcomes, approvals, and answers.
 */
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
  @Inject ToolAccess access;
  @Inject Clock clock;

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
    Run run = findToAct(id);
    RunEvent.ToolCallResolved verdict =
        inDoubt(run, call)
            .map(phase -> verdict(phase, call, resolution))
            .orElseThrow(() -> notOpen(run, call));
    return accepted(run, call, verdict);
  }

  /** Records a person's approval, with which the run makes the call. */
  @POST
  @Path("{call}:approve")
  @RolesAllowed("operator")
  @Operation(summary = "Have a call made that waits for an approval; the run goes on")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response approve(
      @PathParam("id") UUID id,
      @PathParam("call") String call,
      @Valid @Nullable ActionRequest request) {
    return decide(id, call, true, request);
  }

  /** Records a person's refusal; the model reads it and may go another way. */
  @POST
  @Path("{call}:refuse")
  @RolesAllowed("operator")
  @Operation(
      summary = "Refuse a call that waits for an approval; the run goes on, and its model is told")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response refuse(
      @PathParam("id") UUID id,
      @PathParam("call") String call,
      @Valid @Nullable ActionRequest request) {
    return decide(id, call, false, request);
  }

  private Response decide(UUID id, String call, boolean approved, @Nullable ActionRequest request) {
    Run run = findToAct(id);
    RunState.OpenPhase phase = asked(run, call, Asking.APPROVAL);
    return accepted(
        run,
        call,
        new RunEvent.ToolCallDecided(
            phase.name(),
            phase.work().iteration(),
            call,
            approved,
            caller.name(),
            clock.instant(),
            Optional.ofNullable(request).map(ActionRequest::reason)));
  }

  /** Records a person's answer, which is the call's result. */
  @POST
  @Path("{call}:answer")
  @RolesAllowed("operator")
  @Operation(summary = "Answer a call that asks; the run goes on")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response answer(
      @PathParam("id") UUID id,
      @PathParam("call") String call,
      @NotNull(message = "The request needs a body.") @Valid Answer answer) {
    Run run = findToAct(id);
    RunState.OpenPhase phase = asked(run, call, Asking.ANSWER);
    checkChoice(phase.work().call(call).orElseThrow(), answer);
    return accepted(
        run,
        call,
        new RunEvent.ToolCallAnswered(
            phase.name(),
            phase.work().iteration(),
            call,
            answer.answer(),
            caller.name(),
            clock.instant()));
  }

  private static void checkChoice(CallInHand call, Answer answer) {
    List<String> options = AskHuman.options(call.call().arguments());
    if (!options.isEmpty() && !options.contains(answer.answer())) {
      String rule = "is none of the answers to choose from: " + String.join(", ", options);
      throw new Refusal(
          ProblemType.INVALID_VALUE, "answer " + rule, List.of(new FieldError("answer", rule)));
    }
  }

  /** Returns the phase in which a person is asked this about the call. */
  private RunState.OpenPhase asked(Run run, String call, Asking asking) {
    return Optional.of(run)
        .filter(it -> it.status() == RunStatus.WAITING)
        .flatMap(this::openPhase)
        .filter(
            phase ->
                phase
                    .work()
                    .call(call)
                    .filter(
                        it ->
                            it.progress() instanceof CallInHand.WithPerson with
                                && with.asking() == asking)
                    .isPresent())
        .orElseThrow(() -> notOpen(run, call));
  }

  private Response accepted(Run run, String call, RunEvent.OfCall word) {
    if (!queue.resolve(run.id(), word)) {
      throw notOpen(find(run.id()), call);
    }
    return Response.accepted(RunView.of(find(run.id()))).build();
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

  /** What people say about its calls is what a run's model reads, and what its tools do. */
  private Run findToAct(UUID id) {
    Run run = find(id);
    access.checkActing(run, caller.role());
    return run;
  }

  private Run find(UUID id) {
    return runs.find(caller.tenant(), id).orElseThrow(() -> Refusal.noRun(id));
  }

  private static Refusal notOpen(Run run, String call) {
    return new Refusal(
        ProblemType.CALL_NOT_OPEN,
        "Run %s is %s and awaits no such word on a call '%s'; GET …/tool-calls lists what it awaits, once it waits."
            .formatted(run.id(), run.status(), call));
  }
}
