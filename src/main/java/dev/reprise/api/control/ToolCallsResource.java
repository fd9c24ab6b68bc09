package dev.reprise.api.control;

import dev.reprise.agent.OperatorVerdict;
import dev.reprise.api.audit.NotAudited;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.run.CallStarter;
import dev.reprise.api.run.CallStarters;
import dev.reprise.api.run.CallerRuns;
import dev.reprise.api.run.RunView;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.queue.row.Run;
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

/**
 * People's decisions about the open tool calls of a run: verdicts on unknown outcomes, approvals,
 * denials and answers. Tested by {@code HumanInputIT}.
 */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@NotAudited(NotAudited.Reason.IN_THE_RECORD_OF_A_RUN)
@RequestScoped
public class ToolCallsResource {

  private static final String NO_BODY = "The request must have a body.";
  private static final String NAMES_THE_SEEN_CALL =
      "The body names the call as the person saw it, by phase, iteration and digest, and by id if"
          + " that cannot be part of an address, which has - then. If no such call waits for this"
          + " decision now, nothing is recorded. The response is call-decided (409) if"
          + " the call was decided before, otherwise call-not-open (409); openCalls has the calls"
          + " that wait. While the run is QUEUED or RUNNING, an approval, a denial or an answer is"
          + " stored, and the run takes it once it waits.";

  private static final String CHECK_WHO_BEGAN_IT =
      " Before RETRY, check begunBy of the call, which the response repeats: a server that is not"
          + " DEAD may still carry the call out. A SILENT server may be suspended; it checks its"
          + " lease before it begins a call, but not between that check and the sending.";

  @Inject Caller caller;
  @Inject CallerRuns ownRuns;
  @Inject HumanInputs inputs;
  @Inject ToolAccessCheck access;
  @Inject CallStarters beginners;
  @Inject Clock clock;
  @Inject FourEyes fourEyes;

  /** Records a person's verdict, after which the run continues. */
  @POST
  @Path("runs/{id}/tool-calls/{call}:resolve")
  @RolesAllowed("operator")
  @Operation(
      summary = "Resolve a tool call whose outcome is unknown; the run continues",
      description = NAMES_THE_SEEN_CALL + CHECK_WHO_BEGAN_IT)
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response resolve(
      @PathParam("id") UUID id,
      @PathParam("call") String inAddress,
      @NotNull(message = NO_BODY) @Valid ResolveRequest resolution) {
    checkResult(resolution);
    SeenCall seen = resolution.call();
    String call = seen.id(inAddress);
    Optional<CallStarter> begunBy = begunBy(ownRuns.find(id), call); // before the outcome is known
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

  private Optional<CallStarter> begunBy(Run run, String call) {
    return inputs
        .fold(run)
        .state()
        .openPhase()
        .flatMap(phase -> phase.work().call(call).flatMap(it -> beginners.of(run, phase, it)));
  }

  /** Records a person's approval, after which the run makes the call. */
  @POST
  @Path("runs/{id}/tool-calls/{call}:approve")
  @RolesAllowed("approver")
  @Operation(
      summary = "Approve a tool call that waits for approval; the run continues",
      description =
          "If several people must approve, the run continues with the last of them. With forTool,"
              + " later calls of the tool in this run are approved too, as long as what they are"
              + " expected to cost fits into upTo. "
              + NAMES_THE_SEEN_CALL)
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response approve(
      @PathParam("id") UUID id,
      @PathParam("call") String inAddress,
      @NotNull(message = NO_BODY) @Valid DecisionRequest decision) {
    Run run = ownRuns.find(id);
    if (decision.forTool() == null) {
      return accepted(recorded(id, said(inAddress, decision).decided(true)));
    }
    inputs.checkStandingApproval(run, decision.call().id(inAddress), decision.call().digest());
    return accepted(recorded(id, said(inAddress, decision).allowed(decision.forTool().upTo())));
  }

  /** Records a person's denial; the model reads its reason and may do something else. */
  @POST
  @Path("runs/{id}/tool-calls/{call}:deny")
  @RolesAllowed("approver")
  @Operation(
      summary =
          "Deny a tool call that waits for approval; the run continues, and its model is told",
      description = NAMES_THE_SEEN_CALL)
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response deny(
      @PathParam("id") UUID id,
      @PathParam("call") String inAddress,
      @NotNull(message = NO_BODY) @Valid DecisionRequest decision) {
    if (decision.forTool() != null) {
      throw ProblemException.invalidValue("forTool", "must be absent in a denial");
    }
    return accepted(recorded(id, said(inAddress, decision).decided(false)));
  }

  private Statement said(String inAddress, DecisionRequest decision) {
    return said(inAddress, decision.call(), Optional.ofNullable(decision.reason()));
  }

  private Statement said(String inAddress, SeenCall seen, Optional<String> reason) {
    return new Statement(
        seen.location(inAddress), caller.name(), clock.instant(), reason, seen.digest());
  }

  /** Records other arguments, with which the run makes the call. */
  @POST
  @Path("runs/{id}/tool-calls/{call}:edit")
  @RolesAllowed("approver")
  @Operation(
      summary = "Change the arguments of a tool call that waits for approval, and approve it so",
      description =
          "The run makes the call with exactly these arguments, and its model is told. Where another"
              + " person must approve what the parties of a run do, the call waits on for that"
              + " person. "
              + NAMES_THE_SEEN_CALL)
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response edit(
      @PathParam("id") UUID id,
      @PathParam("call") String inAddress,
      @NotNull(message = NO_BODY) @Valid EditRequest edit) {
    Run run = ownRuns.find(id);
    SeenCall seen = edit.call();
    HumanInputEvent.Edited.Change change =
        inputs.change(run, seen.id(inAddress), seen.digest(), edit.arguments());
    return accepted(
        recorded(id, said(inAddress, seen, Optional.ofNullable(edit.reason())).edited(change)));
  }

  /** Records a person's answer, which is the call's result. */
  @POST
  @Path("runs/{id}/tool-calls/{call}:answer")
  @RolesAllowed("approver")
  @Operation(
      summary = "Answer the question of a tool call; the run continues",
      description = NAMES_THE_SEEN_CALL)
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response answer(
      @PathParam("id") UUID id,
      @PathParam("call") String inAddress,
      @NotNull(message = NO_BODY) @Valid AnswerRequest answer) {
    return accepted(
        recorded(id, said(inAddress, answer.call(), Optional.empty()).answered(answer.answer())));
  }

  private static Response accepted(RunView run) {
    return Response.accepted(run).build();
  }

  /**
   * Checks the person's rights, because a decision determines what the model reads and tools do.
   */
  private RunView recorded(UUID id, HumanInputEvent input) {
    Run run = ownRuns.find(id);
    access.checkActing(run, caller.role());
    inputs.record(run, input);
    return RunView.of(ownRuns.find(id));
  }

  private static void checkResult(ResolveRequest resolution) {
    boolean needed = resolution.verdict() == OperatorVerdict.SUCCEEDED;
    if (needed != (resolution.result() != null)) {
      String rule = "must be present with the verdict SUCCEEDED, and only with it";
      throw ProblemException.invalidValue("result", rule);
    }
  }

  /** Records who is to decide; the run goes on waiting. */
  @POST
  @Path("runs/{id}/tool-calls/{call}:delegate")
  @RolesAllowed("approver")
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
    Run run = ownRuns.find(id);
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
    return Response.accepted(RunView.of(ownRuns.find(id))).build();
  }
}
