package dev.reprise.api.artifact;

import dev.reprise.api.audit.PreviewUnless;
import dev.reprise.api.identity.Caller;
import dev.reprise.artifact.maintenance.ArtifactCleanup;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Archives generated tools that are not called any more. */
@Path("artifacts:archive-unused")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("admin")
@RequestScoped
public class ArchiveResource {

  @Inject Caller caller;
  @Inject ArtifactCleanup cleanup;

  @POST
  @PreviewUnless("dryRun")
  @Operation(
      summary = "Archive generated tools that are not called any more, or show which",
      description =
          "A dry run unless dryRun is false. Archived are the tools without a call for "
              + "reprise.artifacts.last-after. Their code is kept; a call has new code "
              + "written.")
  public CleanupView archive(
      @NotNull(message = "The request must have a body.") @Valid CleanupRequest request) {
    var scope = new ArtifactCleanup.Scope(caller.tenant(), Optional.ofNullable(request.role()));
    return CleanupView.of(
        request.isDry(),
        request.isDry()
            ? cleanup.archivable(scope)
            : cleanup.archive(scope, caller.name(), request.reason()));
  }
}
