package dev.reprise.api.control;

import dev.reprise.api.audit.NotAudited;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.run.RunView;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.run.message.MessageInbox;
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
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** Sends messages to runs that have not ended. */
@Path("runs/{id}:steer")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("submitter")
@NotAudited(NotAudited.Reason.IN_THE_RECORD_OF_A_RUN)
@RequestScoped
public class SteeringResource {

  @Inject Caller caller;
  @Inject Runs runs;
  @Inject MessageInbox messages;
  @Inject ToolAccessCheck access;

  @POST
  @Operation(
      summary = "Send a message to a run that has not ended",
      description =
          "The model reads the message at its next iteration, after the rest of the conversation. A"
              + " run that is queued, waits or is paused takes it when it continues; a run that is"
              + " WAITING for loop continues with it. If the run ends first, it does not take the"
              + " message; the run shows how many messages were posted and taken.")
  @APIResponseSchema(value = RunView.class, responseCode = "202")
  public Response steer(
      @PathParam("id") UUID id,
      @NotNull(message = "The request must have a body.") @Valid SteerRequest steering,
      @Context UriInfo uri) {
    Run before = find(id);
    caller.checkDirects("Run " + id, before.submittedBy());
    access.checkActing(before, caller.role());
    Optional<String> reason = Optional.ofNullable(steering.reason());
    if (messages.post(id, caller.name(), reason, steering.message()).isEmpty()) {
      throw new ProblemException(
          ProblemType.RUN_ENDED,
          "Run %s has ended as %s; send the message to a fork of it."
              .formatted(id, find(id).status()));
    }
    Run run = find(id);
    return Response.accepted(RunView.of(run)).location(ResourceUris.of(run, uri)).build();
  }

  private Run find(UUID id) {
    return runs.find(caller.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
  }
}
