package dev.reprise.api.control;

import dev.reprise.agent.OperatorVerdict;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.run.CallBeginner;
import dev.reprise.api.run.CallBeginners;
import dev.reprise.api.run.RunView;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallState;
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
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/**
 * The tool calls that a run is about, and what people say to those that wait for them: verdicts on
 * unknown outcomes, approvals, and answers.
 */
@Path("runs/{id}/tool-calls")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class ToolCallsResource {

  private static final String NO_BODY = "The request needs a body.";
  private static final String ONLY_WHAT_WAS_SEEN =
      "The body names the call as the person saw it, by phase, iteration and digest. If that is not"
          + " what waits for this now, nothing is recorded: the answer is call-decided (409) where"
          + " something was said about it before, else call-not-open (409), with the calls that"
          + " wait in openCalls.";

  private static final String LOOK_WHO_BEGAN_IT =
      " Before RETRY, look at begunBy of the call, which the answer repeats: a server that is not"
          + " DEAD may yet carry the call out. One that is SILENT may stand still; it checks its"
          + " lease before it begins a call, but not between that and the sending.";

  @Inject Caller caller;
  @Inject Runs runs;
  @Inject HumanInputs inputs;
  @Inject ToolAccessCheck access;
  @Inject CallBeginners beginners;
  @Inject Clock clock;

  /** The calls of the model's newest reply that have no result yet; empty between replies. */
  public record ToolCallList(List<ToolCallView> items) {
    public ToolCallList {
      items = List.copyOf(items);
    }
  }

  @GET
  @Operation(summary = "List the calls of the model's newest reply that are not answered yet")
  @APIResponseSchema(ToolCallList.class)
  public ToolCallList list(@PathParam("id") UUID id) {
    Run run = find(id);
    List<ToolCallView> calls =
        inputs.fold(run).state().openPhase().stream()
            .flatMap(phase -> phase.work().calls().stream().map(call -> view(run, phase, call)))
            .toList();
    return new ToolCallList(calls);
  }

  private ToolCallView view(Run run, RunState.OpenPhase phase, ToolCallState call) {
    return ToolCallView.of(run.status(), phase, call, beginners.of(run, phase, call));
  }

  /** Records a person's verdict, with which the run goes on. */
  @POST
  @Path("{call}:resolve")
  @RolesAllowed("operator")
  @Operation(
      summary = "Say what became of a call whose outcome is unknown; the run goes on",
      description = ONLY_WHAT_WAS_SEEN + LOOK_WHO_BEGAN_IT)
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response resolve(
      @PathParam("id") UUID id,
      @PathParam("call") String call,
      @NotNull(message = NO_BODY) @Valid ResolveRequest resolution) {
    checkResult(resolution);
    SeenCall seen = resolution.call();
    Optional<CallBeginner> begunBy = begunBy(find(id), call); // while it is unknown
    RunView run =
        recorded(
            id,
            new HumanInputEvent.Resolved(
                seen.phase(),
                seen.iteration(),
                call,
                resolution.verdict(),
                Optional.ofNullable(resolution.result()).orElse(""),
                caller.name(),
                resolution.evidence(),
                Optional.of(seen.digest())));
    return accepted(run.begunBy(begunBy));
  }

  private Optional<CallBeginner> begunBy(Run run, String call) {
    return inputs
        .fold(run)
        .state()
        .openPhase()
        .flatMap(phase -> phase.work().call(call).flatMap(it -> beginners.of(run, phase, it)));
  }

  /** Records a person's approval, with which the run makes the call. */
  @POST
  @Path("{call}:approve")
  @RolesAllowed("operator")
  @Operation(
      summary = "Have a call made that waits for an approval; the run goes on",
      description = ONLY_WHAT_WAS_SEEN)
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response approve(
      @PathParam("id") UUID id,
      @PathParam("call") String call,
      @NotNull(message = NO_BODY) @Valid DecisionRequest decision) {
    return accepted(recorded(id, decided(call, true, decision)));
  }

  /** Records a person's refusal; the model reads it and may go another way. */
  @POST
  @Path("{call}:refuse")
  @RolesAllowed("operator")
  @Operation(
      summary = "Refuse a call that waits for an approval; the run goes on, and its model is told",
      description = ONLY_WHAT_WAS_SEEN)
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response refuse(
      @PathParam("id") UUID id,
      @PathParam("call") String call,
      @NotNull(message = NO_BODY) @Valid DecisionRequest decision) {
    return accepted(recorded(id, decided(call, false, decision)));
  }

  private HumanInputEvent.Decided decided(String call, boolean approved, DecisionRequest decision) {
    SeenCall seen = decision.call();
    return new HumanInputEvent.Decided(
        seen.phase(),
        seen.iteration(),
        call,
        approved,
        caller.name(),
        clock.instant(),
        Optional.ofNullable(decision.reason()),
        Optional.of(seen.digest()));
  }

  /** Records a person's answer, which is the call's result. */
  @POST
  @Path("{call}:answer")
  @RolesAllowed("operator")
  @Operation(summary = "Answer a call that asks; the run goes on", description = ONLY_WHAT_WAS_SEEN)
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response answer(
      @PathParam("id") UUID id,
      @PathParam("call") String call,
      @NotNull(message = NO_BODY) @Valid AnswerRequest answer) {
    SeenCall seen = answer.call();
    return accepted(
        recorded(
            id,
            new HumanInputEvent.Answered(
                seen.phase(),
                seen.iteration(),
                call,
                answer.answer(),
                caller.name(),
                clock.instant(),
                Optional.of(seen.digest()))));
  }

  private static Response accepted(RunView run) {
    return Response.accepted(run).build();
  }

  /** What people say about its calls is what a run's model reads, and what its tools do. */
  private RunView recorded(UUID id, HumanInputEvent word) {
    Run run = find(id);
    access.checkActing(run, caller.role());
    inputs.record(run, word);
    return RunView.of(find(id));
  }

  private static void checkResult(ResolveRequest resolution) {
    boolean needed = resolution.verdict() == OperatorVerdict.SUCCEEDED;
    if (needed != (resolution.result() != null)) {
      String rule = "is needed with the verdict SUCCEEDED, and only there";
      throw new ProblemException(
          ProblemType.INVALID_VALUE, "result " + rule, List.of(new FieldError("result", rule)));
    }
  }

  private Run find(UUID id) {
    return runs.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
  }
}
