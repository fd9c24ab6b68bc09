package dev.reprise.api.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.idempotency.CreationId;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.run.RunView;
import dev.reprise.api.submission.QueuesRuns;
import dev.reprise.api.submission.Submission;
import dev.reprise.api.submission.SubmissionCheck;
import dev.reprise.api.submission.SubmissionsOnce;
import dev.reprise.run.Run;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/**
 * Tries an agent's document before it is deployed: a run with the scripted model, which costs
 * nothing and has no surprises. Admins alone may, because a document says what its runs may do, and
 * {@link TrialRights} bounds that.
 */
@Path("agents:try")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("admin")
@RequestScoped
public class AgentTrials {

  @Inject Caller caller;
  @Inject AgentDocuments documents;
  @Inject SubmissionCheck check;
  @Inject SubmissionsOnce submissions;
  @Inject CreationId creation;

  /**
   * A request to try an agent.
   *
   * @param document of the agent, in YAML or JSON; the scripted model takes the place of its models
   * @param script what the model replies in each phase, as in a document; by default that of the
   *     document, or the prompt of each phase
   * @param input the object that its prompts refer to as {@code input}
   * @param workspace {@code name} or {@code name/sub/directory} of a workspace of the server
   */
  public record AgentTrial(
      @NotBlank(message = "is missing; it must be an agent's document") String document,
      @Nullable ObjectNode script,
      @NotNull(message = "is missing; it must be an object, which may be empty") ObjectNode input,
      @NotBlank(message = "is missing; it must be the name of a workspace")
          @Size(max = 1024, message = "must have at most {max} characters")
          String workspace) {

    /** Returns a submission that is marked as a trial of an agent of this name. */
    private Submission of(String tried) {
      return new Submission(
          AgentDefinition.TRIAL,
          input,
          workspace,
          true,
          null,
          null,
          null,
          Map.of("trial", "scripted", "trial-of", tried));
    }
  }

  @POST
  @QueuesRuns
  @Operation(
      summary = "Try an agent's document with the scripted model",
      description =
          "Queues a run of this document, which need not be deployed, with replies from a script."
              + " Its tools are really called, with the same approvals and limits as in any run. It"
              + " is a run of the agent `trial`, with the labels `trial` and `trial-of`. Under the"
              + " name of a deployed agent, the document may do no more than that agent.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response start(
      @NotNull(message = "The request must have a body.") @Valid AgentTrial trial,
      @Context UriInfo uri) {
    AgentDocuments.Trial tried =
        documents.tried(caller.tenant(), trial.document(), Optional.ofNullable(trial.script()));
    check.checkSwitches(caller.tenant(), tried.name());
    Run run =
        submissions.submit(creation, caller.submitter(), trial.of(tried.name()), tried.version());
    return Response.accepted(RunView.of(run)).location(ResourceUris.of(run, uri)).build();
  }
}
