package dev.reprise.api.artifact;

import dev.reprise.api.audit.PreviewUnless;
import dev.reprise.api.http.IfMatch;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Caller;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.store.ArtifactCleanup;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/**
 * What admins decide about generated tools. Each decision is kept with the tool, and logged. Tested
 * by {@code ArtifactsIT}.
 */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("admin")
@RequestScoped
public class ArtifactActionsResource {

  private static final String NO_BODY = "The request must have a body.";

  @Inject Caller caller;
  @Inject CallerArtifacts artifacts;
  @Inject ArtifactActs acts;
  @Inject ArtifactCleanup cleanup;

  @POST
  @Path("artifacts/{role}/{method}:quarantine")
  @Operation(summary = "Let no agent call a generated tool")
  @APIResponseSchema(ArtifactDetail.class)
  public Response quarantine(
      @PathParam("role") String role,
      @PathParam("method") String method,
      @BeanParam IfMatch condition,
      @NotNull(message = NO_BODY) @Valid StageRequest request) {
    ArtifactKey key = artifacts.key(role, method);
    return artifacts.show(
        artifacts.change(key, condition, "quarantined", request.reason(), Artifact::quarantined));
  }

  @POST
  @Path("artifacts/{role}/{method}:promote")
  @Operation(
      summary = "Bring a generated tool to its next stage",
      description =
          "From STAGED or PRIVATE, if its code passes its checks, to CANARY, and from there to PROMOTED.")
  @APIResponseSchema(ArtifactDetail.class)
  public Response promote(
      @PathParam("role") String role,
      @PathParam("method") String method,
      @BeanParam IfMatch condition,
      @NotNull(message = NO_BODY) @Valid StageRequest request) {
    return artifacts.show(acts.promote(artifacts.key(role, method), condition, request.reason()));
  }

  @POST
  @Path("artifacts/{role}/{method}:rollback")
  @Operation(
      summary = "Return to the generation before, which is staged",
      description =
          "The current generation is dropped; :restore brings it back. The contract stays, and the"
              + " code must pass its checks to be promoted.")
  @APIResponseSchema(ArtifactDetail.class)
  public Response rollback(
      @PathParam("role") String role,
      @PathParam("method") String method,
      @BeanParam IfMatch condition,
      @NotNull(message = NO_BODY) @Valid StageRequest request) {
    ArtifactKey key = artifacts.key(role, method);
    return artifacts.show(
        artifacts.change(
            key, condition, "rolled back", request.reason(), ArtifactActionsResource::rolledBack));
  }

  private static Artifact rolledBack(Artifact artifact, String by, String reason, Instant at) {
    if (artifact.generations().size() == 1) {
      throw new ProblemException(
          ProblemType.NO_EARLIER_GENERATION, "It has no generation before the current one.");
    }
    return artifact.rolledBack(by, reason, at);
  }

  @POST
  @Path("artifacts/{role}/{method}:bless")
  @Operation(
      summary = "Say that a generated tool is healthy",
      description =
          "Its recent results and repairs start again, and it is staged if it was quarantined. With"
              + " resetMetrics, its counts begin at zero.")
  @APIResponseSchema(ArtifactDetail.class)
  public Response bless(
      @PathParam("role") String role,
      @PathParam("method") String method,
      @BeanParam IfMatch condition,
      @NotNull(message = NO_BODY) @Valid BlessRequest request) {
    return artifacts.show(
        artifacts.change(
            artifacts.key(role, method),
            condition,
            "blessed",
            request.reason(),
            (it, by, reason, at) -> {
              Artifact blessed = it.blessed(by, reason, at);
              return request.resetsMetrics() ? blessed.withoutMetrics() : blessed;
            }));
  }

  @POST
  @Path("artifacts/{role}/{method}:archive")
  @Operation(
      summary = "Put a generated tool away",
      description = "Its code is kept, but not in use any more; a call has new code written.")
  @APIResponseSchema(ArtifactDetail.class)
  public Response archive(
      @PathParam("role") String role,
      @PathParam("method") String method,
      @BeanParam IfMatch condition,
      @NotNull(message = NO_BODY) @Valid StageRequest request) {
    ArtifactKey key = artifacts.key(role, method);
    return artifacts.show(
        artifacts.change(key, condition, "archived", request.reason(), Artifact::archived));
  }

  @POST
  @Path("artifacts/{role}/{method}:regenerate")
  @Operation(
      summary = "Have the next call of a generated tool rewrite its code",
      description = "All repairs are available to the new code.")
  @APIResponseSchema(ArtifactDetail.class)
  public Response regenerate(
      @PathParam("role") String role,
      @PathParam("method") String method,
      @BeanParam IfMatch condition,
      @NotNull(message = NO_BODY) @Valid StageRequest request) {
    ArtifactKey key = artifacts.key(role, method);
    return artifacts.show(
        artifacts.change(key, condition, "outdated", request.reason(), Artifact::outdated));
  }

  @POST
  @Path("artifacts/{role}/{method}:restore")
  @Operation(
      summary = "Undo a decision about a generated tool, also its removal",
      description =
          "The tool is as it was before that decision, with its stage and its counts. The newest"
              + " decision is undone if change is absent.")
  @APIResponseSchema(ArtifactDetail.class)
  public Response restore(
      @PathParam("role") String role,
      @PathParam("method") String method,
      @BeanParam IfMatch condition,
      @NotNull(message = NO_BODY) @Valid RestoreRequest request) {
    return artifacts.show(acts.restore(artifacts.key(role, method), condition, request));
  }

  @POST
  @Path("artifacts:archive-unused")
  @PreviewUnless("dryRun")
  @Operation(
      summary = "Archive generated tools that are not called any more, or show which",
      description =
          "A dry run unless dryRun is false. It archives the tools that had no call for "
              + "reprise.artifacts.last-after. Their code is kept; the next call has new code "
              + "written.")
  public CleanupView archiveUnused(@NotNull(message = NO_BODY) @Valid CleanupRequest request) {
    ArtifactCleanup.Scope scope = request.scope(caller.tenant());
    return CleanupView.of(
        request.isDry(),
        request.isDry()
            ? cleanup.archivable(scope)
            : cleanup.archive(scope, caller.name(), request.reason()));
  }

  @POST
  @Path("artifacts:prune")
  @PreviewUnless("dryRun")
  @Operation(
      summary = "Remove generated tools that are not called any more, or show which",
      description =
          "A dry run unless dryRun is false. It removes the tools that had no call for "
              + "reprise.artifacts.removable-after. Each can be restored.")
  public CleanupView prune(@NotNull(message = NO_BODY) @Valid CleanupRequest request) {
    ArtifactCleanup.Scope scope = request.scope(caller.tenant());
    return CleanupView.of(
        request.isDry(),
        request.isDry()
            ? cleanup.removable(scope)
            : cleanup.remove(scope, caller.name(), request.reason()));
  }
}
