package dev.reprise.api.approval;

import dev.reprise.api.audit.NotAudited;
import dev.reprise.api.control.ModelCallResource;
import dev.reprise.api.control.OpenCalls;
import dev.reprise.api.control.ToolCallsResource;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Caller;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.run.history.RecentSteps;
import dev.reprise.run.history.RunHistory;
import dev.reprise.webhook.DecisionLink;
import dev.reprise.webhook.Webhooks;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;

/**
 * The page that a link in a mail leads to. It shows what waits for people in a run, and takes their
 * decisions. The link says only that it is ours and has not expired; the login says who decides,
 * and the same rules apply as for other decisions.
 */
@Path("approvals/{run}")
@Produces(MediaType.TEXT_HTML)
@RolesAllowed("approver")
@RequestScoped
public class ApprovalPageResource {

  @Inject Caller caller;
  @Inject Runs runs;
  @Inject Webhooks webhooks;
  @Inject OpenCalls calls;
  @Inject RunHistory history;
  @Inject ToolCallsResource decisions;
  @Inject ModelCallResource modelCalls;
  @Inject Clock clock;

  @GET
  @Operation(
      summary = "Show what waits for people in a run, as a page",
      description = "Links in mail lead here; see webhooks. The query is the link's signature.")
  public Response show(@PathParam("run") UUID id, @BeanParam SignedQuery link) {
    check(id, link);
    return page(Response.Status.OK, find(id), Optional.empty());
  }

  /** Takes the decision of a form on the page. */
  @NotAudited(NotAudited.Reason.IN_THE_RECORD_OF_A_RUN)
  @POST
  @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
  @Operation(
      summary = "Take a decision from the page that shows what waits for people in a run",
      description = "The fields are those of the forms on the page.")
  public Response decide(
      @PathParam("run") UUID id,
      @BeanParam SignedQuery link,
      @NotNull(message = "The request must have a body.") MultivaluedMap<String, String> fields,
      @Context UriInfo uri) {
    check(id, link);
    var form = new DecisionForm(fields);
    try {
      String done =
          form.isAboutModelCall() ? aboutModelCall(id, form, uri) : aboutToolCall(id, form);
      return page(Response.Status.OK, find(id), Optional.of(done));
    } catch (ProblemException e) {
      var status = Response.Status.fromStatusCode(e.type().status());
      return page(status, find(id), Optional.of(e.detail()));
    }
  }

  private String aboutModelCall(UUID id, DecisionForm form, UriInfo uri) {
    return switch (form.decision()) {
      case APPROVE -> {
        modelCalls.approve(id, form.modelCallRequest(), uri);
        yield "Your approval of the model call is recorded.";
      }
      case DENY -> {
        modelCalls.deny(id, form.modelCallRequest(), uri);
        yield "The model call is denied; the run stays paused.";
      }
      case ANSWER -> throw ProblemException.invalidValue("decision", "must be approve or deny");
    };
  }

  private String aboutToolCall(UUID id, DecisionForm form) {
    return switch (form.decision()) {
      case APPROVE -> {
        decisions.approve(id, form.call(), form.decisionRequest());
        yield "Call %s is approved.".formatted(form.call());
      }
      case DENY -> {
        decisions.deny(id, form.call(), form.decisionRequest());
        yield "Call %s is denied.".formatted(form.call());
      }
      case ANSWER -> {
        decisions.answer(id, form.call(), form.answerRequest());
        yield "Question %s is answered.".formatted(form.call());
      }
    };
  }

  private void check(UUID run, SignedQuery query) {
    Optional<DecisionLink> link = query.link(run);
    if (link.filter(it -> webhooks.hasSigned(caller.tenant(), it, clock.instant())).isEmpty()) {
      throw new ProblemException(
          ProblemType.FORBIDDEN,
          "The link has expired, was changed, or is not one of your tenant; GET /api/v1/approvals"
              + " lists what waits for people.");
    }
  }

  private Response page(Response.Status status, Run run, Optional<String> notice) {
    boolean isHere = runs.hasRecord(run);
    OpenCalls.Needs needs = isHere ? calls.ofPeople(run) : OpenCalls.Needs.NOTHING;
    RecentSteps before = isHere ? history.upTo(run.id(), run.lastSequence()) : RecentSteps.NONE;
    return Response.status(status).entity(ApprovalPage.of(run, needs, before, notice)).build();
  }

  private Run find(UUID id) {
    return runs.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
  }
}
