package dev.reprise.api.operations;

import dev.reprise.api.audit.PreviewUnless;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Caller;
import dev.reprise.operations.retention.Retention;
import dev.reprise.operations.retention.RetentionPlan;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Erases and cancels runs of the caller's tenant by the operator's rules, or shows which. Tested by
 * {@code RetentionIT}.
 */
@Path("admin/retention")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("admin")
@RequestScoped
public class RetentionResource {

  private static final Duration FARTHEST = Duration.ofDays(366);

  @Inject Caller caller;
  @Inject Retention retention;
  @Inject Clock clock;

  @POST
  @PreviewUnless("dryRun")
  @Operation(
      summary = "Show which runs retention erases and cancels, or do that to exactly those",
      description =
          "A dry run unless dryRun is false; with asOf, it tells what will be due at a later time, and"
              + " cannot be carried out before. To carry a plan out, send the plan that a dry run"
              + " returned. If it would be other runs by now, nothing is done. Runs that have not ended are"
              + " cancelled only if a rule names PAUSED or WAITING. What is left of erased runs"
              + " outside the API, such as their batch jobs, is removed within moments.")
  public RetentionView apply(@Valid @Nullable RetentionRequest request) {
    Optional<String> tenant = Optional.of(caller.tenant());
    if (request == null) {
      return RetentionView.of(retention.plan(tenant), Optional.empty());
    }
    if (request.isDry()) {
      if (request.plan() != null) {
        throw wrongPlan("must be absent unless dryRun is false; a dry run makes its own plan");
      }
      RetentionPlan plan =
          request.asOf() == null
              ? retention.plan(tenant)
              : retention.plan(tenant, later(request.asOf()));
      return RetentionView.of(plan, Optional.empty());
    }
    if (request.asOf() != null) {
      throw ProblemException.invalidValue(
          "asOf", "must be absent if dryRun is false; the plan has its time");
    }
    RetentionPlan plan = plan(request.plan());
    return RetentionView.of(plan, Optional.of(retention.execute(plan, () -> false)));
  }

  private Instant later(Instant asOf) {
    Instant now = clock.instant();
    if (asOf.isBefore(now) || asOf.isAfter(now.plus(FARTHEST))) {
      throw ProblemException.invalidValue(
          "asOf", "must be a later time, at most 366 days from now");
    }
    return asOf.truncatedTo(ChronoUnit.MILLIS);
  }

  private RetentionPlan plan(@Nullable String named) {
    if (named == null) {
      throw wrongPlan("must be the plan that a dry run returned");
    }
    RetentionPlanToken name =
        RetentionPlanToken.read(named)
            .filter(plan -> !plan.asOf().isAfter(clock.instant()))
            .orElseThrow(
                () ->
                    wrongPlan("must be the plan that a dry run returned, of a time that is past"));
    RetentionPlan plan = retention.plan(Optional.of(caller.tenant()), name.asOf());
    if (!RetentionPlanToken.of(plan).equals(name)) {
      throw new ProblemException(
          ProblemType.RETENTION_PLAN_CHANGED,
          "The runs of this plan have changed since; nothing was erased or cancelled. Make another dry run.");
    }
    return plan;
  }

  private static ProblemException wrongPlan(String rule) {
    return ProblemException.invalidValue("plan", rule);
  }
}
