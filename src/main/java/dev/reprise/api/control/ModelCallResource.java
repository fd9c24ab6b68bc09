package dev.reprise.api.control;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.Cost;
import dev.reprise.agent.budget.Allowance;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.api.audit.NotAudited;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.run.CallerRuns;
import dev.reprise.api.run.RunView;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Position;
import dev.reprise.queue.ModelCallDecisions;
import dev.reprise.queue.row.Run;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.approval.Approval;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallState;
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
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/**
 * What people decide about a model call that a run paused for because it may be expensive. Tested
 * by {@code ModelCallApprovalIT}.
 */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("approver")
@NotAudited(NotAudited.Reason.IN_THE_RECORD_OF_A_RUN)
@RequestScoped
public class ModelCallResource {

  private static final String NO_BODY =
      "The request must have a body, with the member 'needed' of the call if it has one.";

  /** How often an approval is taken again after another one of several came first. */
  private static final int CROSSINGS = 5;

  @Inject Caller caller;
  @Inject CallerRuns ownRuns;
  @Inject HumanInputs inputs;
  @Inject FourEyes fourEyes;
  @Inject ToolAccessCheck access;
  @Inject ModelCallDecisions decisions;
  @Inject Clock clock;

  /** Approves the call, which the run makes once as many people have approved it as must. */
  @POST
  @Path("runs/{id}/model-call:approve")
  @Operation(
      summary = "Approve the model call that a run paused for; the run continues",
      description =
          "The approval is for this call alone, and for an estimate at most a quarter higher. A call"
              + " without an answer uses it up. Where several people must approve, the run stays"
              + " paused until they have.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response approve(
      @PathParam("id") UUID id,
      @NotNull(message = NO_BODY) @Valid ModelCallDecisionRequest decision,
      @Context UriInfo uri) {
    for (int more = CROSSINGS; ; more--) {
      Asked asked = asked(id, Optional.ofNullable(decision.needed()));
      boolean isDone = approve(asked, decision);
      if (isDone || more == 0) {
        return answer(asked.run(), isDone, uri);
      }
    }
  }

  /** Records an approval; false if the record has grown since it was read. */
  private boolean approve(Asked asked, ModelCallDecisionRequest decision) {
    fourEyes.check(asked.run(), asked.seen().state(), asked.call().approval(), caller.name());
    HumanInputEvent.Decided approval = said(asked, decision.reason()).decided(true);
    require(asked, approval);
    UUID run = asked.run().id();
    Position head = asked.seen().head();
    return Approval.after(asked.call().approval(), approval).filter(Approval::isGiven).isPresent()
        ? decisions.approve(run, head, approval, continuation(asked, approval))
        : decisions.note(run, head, approval);
  }

  /** Denies the call; the run stays paused, and an operator can resume it later. */
  @POST
  @Path("runs/{id}/model-call:deny")
  @Operation(
      summary = "Deny the model call that a run paused for; the run stays paused",
      description = "It leaves the inbox. After `:resume` by an operator, the run asks again.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response deny(
      @PathParam("id") UUID id,
      @NotNull(message = NO_BODY) @Valid ModelCallDecisionRequest decision,
      @Context UriInfo uri) {
    Asked asked = asked(id, Optional.ofNullable(decision.needed()));
    HumanInputEvent.Decided denial = said(asked, decision.reason()).decided(false);
    require(asked, denial);
    var pause = new ControlEvent.Paused(denial.by(), denial.reason(), denial.at());
    return answer(asked.run(), decisions.deny(id, asked.seen().head(), denial, pause), uri);
  }

  /** Records who is to decide about the call; the run stays paused. */
  @POST
  @Path("runs/{id}/model-call:delegate")
  @Operation(
      summary = "Pass the model call that a run paused for on to a colleague",
      description =
          "From now on only this person can approve it. Each approver can still deny it, or pass it"
              + " on again. One person's approval must be enough.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response delegate(
      @PathParam("id") UUID id,
      @NotNull(message = NO_BODY) @Valid ModelCallDelegationRequest delegation,
      @Context UriInfo uri) {
    Asked asked = asked(id, Optional.ofNullable(delegation.needed()));
    fourEyes.checkColleague(asked.run(), asked.seen().state(), delegation.to());
    ToolCallState call = asked.call();
    if (call.approval().filter(it -> it.terms().quorum() > 1).isPresent()) {
      throw ProblemException.invalidValue("to", "must be absent where several people must approve");
    }
    var assignment = said(asked, delegation.reason()).assigned(delegation.to());
    require(asked, assignment);
    return answer(asked.run(), decisions.note(id, asked.seen().head(), assignment), uri);
  }

  private Statement said(Asked asked, @Nullable String reason) {
    var call =
        new CallLocation(
            asked.phase().name(), asked.phase().work().iteration() + 1, asked.call().call().id());
    return new Statement(
        call, caller.name(), clock.instant(), Optional.ofNullable(reason), asked.call().digest());
  }

  private static ControlEvent.Resumed continuation(Asked asked, HumanInputEvent.Decided approval) {
    return new ControlEvent.Resumed(approval.by(), approval.reason(), approval.at())
        .approving(needed(asked.call()).orElse(BigDecimal.ZERO));
  }

  /** Requires that the run waits for a person's words about the call. */
  private static void require(Asked asked, HumanInputEvent input) {
    if (!asked.call().awaits(input)) {
      throw notOpen(
          asked.run(),
          asked
              .call()
              .approval()
              .filter(it -> !it.isOpenTo(input))
              .flatMap(Approval::assignee)
              .map("its model call was passed on to '%s', who alone can approve it"::formatted)
              .orElse("you have approved its model call already"));
    }
  }

  /** A model call about which people are asked, and the record as the person saw it. */
  private record Asked(Run run, ReplayedRun seen, RunState.OpenPhase phase, ToolCallState call) {}

  /** Returns the call that the person saw. */
  private Asked asked(UUID id, Optional<BigDecimal> needed) {
    Run run = ownRuns.find(id);
    access.checkActing(run, caller.role());
    if (!ModelCallView.isPaused(run)) {
      throw notOpen(run, "it waits for no decision about a model call");
    }
    ReplayedRun seen = inputs.fold(run);
    ToolCallState call =
        seen.state()
            .modelCallQuestion()
            .filter(it -> !it.isApprovalExpired(clock.instant()))
            .orElseThrow(() -> notOpen(run, whyNotOpen(seen.state())));
    Optional<BigDecimal> expected = needed(call);
    if (expected.isPresent() && needed.isEmpty()) {
      throw ProblemException.invalidValue("needed", "is missing");
    }
    if (!expected.map(Cost::shortest).equals(needed.map(Cost::shortest))) {
      throw notOpen(
          run, "its call is expected to cost %s, not %s".formatted(usd(expected), usd(needed)));
    }
    return new Asked(run, seen, seen.state().openPhase().orElseThrow(), call);
  }

  private static String whyNotOpen(RunState state) {
    Allowance allowance = state.consumption().allowance();
    if (state.modelCallQuestion().isPresent()) {
      return "no decision about its model call came in time; once it is resumed, it asks again";
    }
    if (!allowance.pausedBy().isEmpty() || allowance.crossed().isEmpty()) {
      return "another decision came first; GET …/approvals has it";
    }
    return allowance.crossed().get().kind() == LimitCrossing.Kind.CALL_USD
        ? "its model call waits for no decision; once an operator resumes it, it asks again"
        : "it has reached a limit that an operator must raise by `:resume`";
  }

  private static Optional<BigDecimal> needed(ToolCallState call) {
    return call.approval().flatMap(it -> it.terms().estimate()).flatMap(CallEstimate::usd);
  }

  private static String usd(Optional<BigDecimal> amount) {
    return amount.map(it -> it.toPlainString() + " USD").orElse("an amount that is not known");
  }

  private static ProblemException notOpen(Run run, String why) {
    return new ProblemException(
        ProblemType.CALL_NOT_OPEN, "Run %s is %s: %s.".formatted(run.id(), run.status(), why));
  }

  private Response answer(Run run, boolean done, UriInfo uri) {
    Run now = ownRuns.find(run.id());
    if (!done) {
      throw notOpen(now, "another decision came first");
    }
    return Response.accepted(RunView.of(now)).location(ResourceUris.of(now, uri)).build();
  }
}
