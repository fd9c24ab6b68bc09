package dev.reprise.api.artifact;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Caller;
import dev.reprise.artifact.Artifact;
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
import java.sql.SQLException;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** What admins decide about generated tools. Each decision is kept with the tool, and logged. */
@Path("artifacts")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("admin")
@RequestScoped
public class ArtifactActionsResource {

  private static final String NO_BODY = "The request must have a body.";

  @Inject Caller caller;
  @Inject CallerArtifacts artifacts;

  @POST
  @Path("{role}/{method}:quarantine")
  @Operation(summary = "Let no agent call a generated tool")
  public ArtifactDetail quarantine(
      @PathParam("role") String role,
      @PathParam("method") String method,
      @NotNull(message = NO_BODY) @Valid StageRequest request)
      throws SQLException {
    return artifacts.change(
        artifacts.key(role, method),
        "quarantined",
        it -> it.quarantined(caller.name(), request.reason(), artifacts.now()));
  }

  @POST
  @Path("{role}/{method}:promote")
  @Operation(
      summary = "Bring a generated tool to its next stage",
      description = "From STAGED to CANARY, and from there to PROMOTED.")
  public ArtifactDetail promote(
      @PathParam("role") String role,
      @PathParam("method") String method,
      @NotNull(message = NO_BODY) @Valid StageRequest request)
      throws SQLException {
    return artifacts.change(
        artifacts.key(role, method), "promoted", it -> promoted(it, request.reason()));
  }

  private Artifact promoted(Artifact artifact, String reason) {
    if (artifact.standing().stage().next().isEmpty()) {
      throw new ProblemException(
          ProblemType.ARTIFACT_NOT_PROMOTABLE,
          "It is %s, after which no stage comes; a quarantined one must be blessed first."
              .formatted(artifact.standing().stage()));
    }
    return artifact.promoted(caller.name(), reason, artifacts.now());
  }

  @POST
  @Path("{role}/{method}:rollback")
  @Operation(
      summary = "Return to the generation before, which is staged",
      description = "The current generation is dropped; export it first to keep it.")
  public ArtifactDetail rollback(
      @PathParam("role") String role,
      @PathParam("method") String method,
      @NotNull(message = NO_BODY) @Valid StageRequest request)
      throws SQLException {
    return artifacts.change(
        artifacts.key(role, method), "rolled back", it -> rolledBack(it, request.reason()));
  }

  private Artifact rolledBack(Artifact artifact, String reason) {
    if (artifact.generations().size() == 1) {
      throw new ProblemException(
          ProblemType.NO_EARLIER_GENERATION, "It has no generation before the current one.");
    }
    return artifact.rolledBack(caller.name(), reason, artifacts.now());
  }

  @POST
  @Path("{role}/{method}:bless")
  @Operation(
      summary = "Say that a generated tool is healthy",
      description =
          "Its recent results and repairs begin anew, and it is staged if it was quarantined. With"
              + " resetMetrics, its counts begin at zero.")
  public ArtifactDetail bless(
      @PathParam("role") String role,
      @PathParam("method") String method,
      @NotNull(message = NO_BODY) @Valid BlessRequest request)
      throws SQLException {
    return artifacts.change(
        artifacts.key(role, method),
        "blessed",
        it -> {
          Artifact blessed = it.blessed(caller.name(), request.reason(), artifacts.now());
          return request.resetsMetrics() ? blessed.withoutMetrics() : blessed;
        });
  }
}
