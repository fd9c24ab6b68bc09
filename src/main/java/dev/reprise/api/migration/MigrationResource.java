package dev.reprise.api.migration;

import dev.reprise.api.audit.NotAudited;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.IfMatch;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.run.CallerRuns;
import dev.reprise.api.run.RunTag;
import dev.reprise.api.run.RunView;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
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
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/**
 * Migrates runs that are pinned to tools or agents that changed: a person decides, with a reason.
 * Tested by {@code MigrationIT}.
 */
@Path("runs/{id}:migrate")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("operator")
@NotAudited(NotAudited.Reason.IN_THE_RECORD_OF_A_RUN)
@RequestScoped
public class MigrationResource {

  @Inject Caller caller;
  @Inject CallerRuns ownRuns;
  @Inject Runs runs;
  @Inject Migrations migrations;
  @Inject ToolAccessCheck access;

  @POST
  @Operation(
      summary = "Migrate a run to the tools of this server, or to its agent's present version",
      description =
          "With dryRun, the response shows the differences, the changes and the obstacles, and nothing"
              + " is changed. Otherwise a run that is WAITING, PAUSED, QUEUED, FAILED or DEAD_LETTER"
              + " becomes QUEUED. Its journal records what was accepted, by whom and why.")
  @APIResponse(
      responseCode = "200",
      description = "What the migration would change",
      content = @Content(schema = @Schema(implementation = MigrationView.class)))
  @APIResponse(
      responseCode = "202",
      description = "The run, which is queued",
      content = @Content(schema = @Schema(implementation = RunView.class)))
  public Response migrate(
      @PathParam("id") UUID id,
      @BeanParam IfMatch condition,
      @NotNull(message = "The request must have a body.") @Valid MigrationRequest request) {
    Run run = ownRuns.find(id);
    RunTag.only(condition, run); // a migration applies to the version that its plan is made of
    runs.requireRecord(run);
    access.checkActing(run, caller.role());
    MigrationPlan plan = migrations.plan(run, request);
    plan.newVersion()
        .ifPresent(to -> access.checkMigration(run, to.definition(), caller.submitter()));
    if (request.isDryRun()) {
      return Response.ok(MigrationView.of(plan)).build();
    }
    if (request.namesAnotherThan(plan)) {
      throw new ProblemException(
          ProblemType.MIGRATION_PLAN_CHANGED,
          "The migration of run %s has changed since the dry run; make another dry run."
              .formatted(id));
    }
    String reason = reason(request);
    migrations.carryOut(run, plan, caller.name(), reason);
    return Response.accepted(RunView.of(ownRuns.find(id))).build();
  }

  private static String reason(MigrationRequest request) {
    String reason = request.reason();
    if (reason == null || reason.isBlank()) {
      String rule = "is missing; it must say why the run may continue like this";
      throw new ProblemException(
          ProblemType.INVALID_VALUE, "reason " + rule, List.of(new FieldError("reason", rule)));
    }
    return reason;
  }
}
