package dev.reprise.api.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.api.audit.NotAudited;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.idempotency.CreationId;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.run.RunView;
import dev.reprise.api.submission.QueuesRuns;
import dev.reprise.api.submission.Submission;
import dev.reprise.api.submission.SubmissionsOnce;
import dev.reprise.definition.AgentVersion;
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
 * nothing and has no surprises. Admins alone may, because a document says what its runs may do.
 */
@Path("agents:try")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("admin")
@RequestScoped
public class AgentTrials {

  /** With which the runs of trials are marked. */
  private static final Map<String, String> LABELS = Map.of("trial", "scripted");

  @Inject Caller caller;
  @Inject AgentDocuments documents;
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

    private Submission of(AgentVersion agent) {
      return new Submission(
          agent.definition().name(), input, workspace, true, null, null, null, LABELS);
    }
  }

  @POST
  @QueuesRuns
  @NotAudited(NotAudited.Reason.IN_THE_RECORD_OF_A_RUN)
  @Operation(
      summary = "Try an agent's document with the scripted model",
      description =
          "Queues a run of exactly this document, which need not be deployed, with replies from a"
              + " script. Its tools are really called, with the same approvals and limits as in any"
              + " run. The run has the label `trial`.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response start(
      @NotNull(message = "The request must have a body.") @Valid AgentTrial trial,
      @Context UriInfo uri) {
    AgentVersion agent =
        documents.scripted(caller.tenant(), trial.document(), Optional.ofNullable(trial.script()));
    Run run = submissions.submit(creation, caller.submitter(), trial.of(agent), agent);
    return Response.accepted(RunView.of(run)).location(ResourceUris.of(run, uri)).build();
  }
}
