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
 * The open tool calls of a run, and people's decisions about them: verdicts on unknown outcomes,
 * approvals, refusals and answers.
 */
@Path("runs/{id}/tool-calls")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class ToolCallsResource {

  private static final String NO_BODY = "The request must have a body.";
  private static final String NAMES_THE_SEEN_CALL =
      "The body names the call as the person saw it, by phase, iteration and digest. If no such call"
          + " waits for this decision now, nothing is recorded. The response is call-decided (409) if"
          + " the call was decided before, otherwise call-not-open (409); openCalls has the calls"
          + " that wait.";

  private static final String CHECK_WHO_BEGAN_IT =
      " Before RETRY, check begunBy of the call, which the response repeats: a server that is not"
          + " DEAD may still carry the call out. A SILENT server may be suspended; it checks its"
          + " lease before it begins a call, but not between that check and the sending.";

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
  @Operation(summary = "List the calls of the model's newest reply that have no result yet")
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

  /** Records a person's verdict, after which the run continues. */
  @POST
  @Path("{call}:resolve")
  @RolesAllowed("operator")
  @Operation(
      summary = "Resolve a tool call whose outcome is unknown; the run continues",
      description = NAMES_THE_SEEN_CALL + CHECK_WHO_BEGAN_IT)
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response resolve(
      @PathParam("id") UUID id,
      @PathParam("call") String call,
      @NotNull(message = NO_BODY) @Valid ResolveRequest resolution) {
    checkResult(resolution);
    SeenCall seen = resolution.call();
    Optional<CallBeginner> begunBy = begunBy(find(id), call); // before the outcome is known
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

  /** Records a person's approval, after which the run makes the call. */
  @POST
  @Path("{call}:approve")
  @RolesAllowed("operator")
  @Operation(
      summary = "Approve a tool call that waits for approval; the run continues",
      description = NAMES_THE_SEEN_CALL)
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response approve(
      @PathParam("id") UUID id,
      @PathParam("call") String call,
      @NotNull(message = NO_BODY) @Valid DecisionRequest decision) {
    return accepted(recorded(id, decided(call, true, decision)));
  }

  /** Records a person's refusal; the model reads it and may do something else. */
  @POST
  @Path("{call}:refuse")
  @RolesAllowed("operator")
  @Operation(
      summary =
          "Refuse a tool call that waits for approval; the run continues, and its model is told",
      description = NAMES_THE_SEEN_CALL)
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
  @Operation(
      summary = "Answer the question of a tool call; the run continues",
      description = NAMES_THE_SEEN_CALL)
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

  /**
   * Checks the person's rights, because a decision determines what the model reads and tools do.
   */
  private RunView recorded(UUID id, HumanInputEvent input) {
    Run run = find(id);
    access.checkActing(run, caller.role());
    inputs.record(run, input);
    return RunView.of(find(id));
  }

  private static void checkResult(ResolveRequest resolution) {
    boolean needed = resolution.verdict() == OperatorVerdict.SUCCEEDED;
    if (needed != (resolution.result() != null)) {
      String rule = "must be present with the verdict SUCCEEDED, and only with it";
      throw new ProblemException(
          ProblemType.INVALID_VALUE, "result " + rule, List.of(new FieldError("result", rule)));
    }
  }

  private Run find(UUID id) {
    return runs.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
  }
}
