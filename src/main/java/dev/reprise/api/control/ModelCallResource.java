package dev.reprise.api.control;

import dev.reprise.agent.Cost;
import dev.reprise.api.audit.NotAudited;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.run.RunView;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.journal.ControlEvent;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.run.queue.ModelCallDecisions;
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

/** What people decide about a model call that a run paused for because it may be expensive. */
@Path("runs")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("approver")
@NotAudited(NotAudited.Reason.IN_THE_RECORD_OF_A_RUN)
@RequestScoped
public class ModelCallResource {

  private static final String NO_BODY =
      "The request must have a body, with the member 'needed' of the call if it has one.";

  @Inject Caller caller;
  @Inject Runs runs;
  @Inject HumanInputs inputs;
  @Inject FourEyes fourEyes;
  @Inject ToolAccessCheck access;
  @Inject Deciders deciders;
  @Inject ModelCallDecisions decisions;
  @Inject Clock clock;

  /** Approves the call, which the run then makes. */
  @POST
  @Path("{id}/model-call:approve")
  @Operation(
      summary = "Approve the model call that a run paused for; the run continues",
      description =
          "The approval is for this call alone, and for an estimate at most a quarter higher. A call"
              + " without an answer uses it up.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response approve(
      @PathParam("id") UUID id,
      @NotNull(message = NO_BODY) @Valid ModelCallDecisionRequest decision,
      @Context UriInfo uri) {
    Run run = find(id);
    Optional<BigDecimal> needed = Optional.ofNullable(decision.needed());
    ReplayedRun seen = seen(run, needed);
    fourEyes.check(run, seen.state(), Optional.empty(), caller.name());
    var approval =
        new ControlEvent.Resumed(
                caller.name(), Optional.ofNullable(decision.reason()), clock.instant())
            .approving(needed.orElse(BigDecimal.ZERO));
    return answer(run, decisions.approve(id, seen.head(), approval), uri);
  }

  /** Denies the call; the run stays paused, and an operator can resume it later. */
  @POST
  @Path("{id}/model-call:deny")
  @Operation(
      summary = "Deny the model call that a run paused for; the run stays paused",
      description = "It leaves the inbox. After `:resume` by an operator, the run asks again.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response deny(
      @PathParam("id") UUID id,
      @NotNull(message = NO_BODY) @Valid ModelCallDecisionRequest decision,
      @Context UriInfo uri) {
    Run run = find(id);
    ReplayedRun seen = seen(run, Optional.ofNullable(decision.needed()));
    var denial =
        new ControlEvent.Paused(
            caller.name(), Optional.ofNullable(decision.reason()), clock.instant());
    return answer(run, decisions.deny(id, seen.head(), denial), uri);
  }

  /** Returns the run as the person saw it. */
  private ReplayedRun seen(Run run, Optional<BigDecimal> needed) {
    access.checkActing(run, caller.role());
    if (!ModelCallView.isPaused(run)) {
      throw notOpen(run, "it waits for no decision about a model call");
    }
    ReplayedRun folded = inputs.fold(run);
    Optional<BigDecimal> expected =
        ModelCallView.of(run, folded.state(), deciders)
            .map(ModelCallView::needed)
            .orElseThrow(
                () ->
                    notOpen(
                        run, "it has reached a limit that an operator must raise by `:resume`"));
    if (expected.isPresent() && needed.isEmpty()) {
      throw ProblemException.invalidValue("needed", "is missing");
    }
    if (!expected.map(Cost::shortest).equals(needed.map(Cost::shortest))) {
      throw notOpen(
          run, "its call is expected to cost %s, not %s".formatted(usd(expected), usd(needed)));
    }
    return folded;
  }

  private static String usd(Optional<BigDecimal> amount) {
    return amount.map(it -> it.toPlainString() + " USD").orElse("an amount that is not known");
  }

  private static ProblemException notOpen(Run run, String why) {
    return new ProblemException(
        ProblemType.CALL_NOT_OPEN, "Run %s is %s: %s.".formatted(run.id(), run.status(), why));
  }

  private Response answer(Run run, boolean done, UriInfo uri) {
    Run now = find(run.id());
    if (!done) {
      throw notOpen(now, "another decision came first");
    }
    return Response.accepted(RunView.of(now)).location(ResourceUris.of(now, uri)).build();
  }

  private Run find(UUID id) {
    return runs.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
  }
}
