package dev.reprise.api.artifact;

import dev.reprise.api.http.IfMatch;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Cursor;
import dev.reprise.api.page.Items;
import dev.reprise.api.page.Page;
import dev.reprise.api.page.PageQuery;
import dev.reprise.api.page.Paged;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.CallsOfDay;
import dev.reprise.artifact.Stage;
import dev.reprise.artifact.store.ArtifactHistory;
import dev.reprise.artifact.store.ArtifactPages;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/** The generated tools of the caller's tenant. Tested by {@code ArtifactsIT}. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class ArtifactsResource {

  /** How many artifacts that cannot be read a page shows, at most. */
  private static final int MAX_CORRUPT = 100;

  private static final int MAX_DAYS = 400;

  @Inject CallerArtifacts artifacts;
  @Inject ArtifactActs acts;
  @Inject ArtifactHistory history;
  @Inject ArtifactPages pages;
  @Inject Caller caller;
  @Inject Clock clock;

  /**
   * A page of artifacts, by role and method.
   *
   * @param corrupt up to 100 whose documents cannot be read; on the first page only
   * @param nextCursor requests the next page; absent on the last one
   */
  public record ArtifactPage(
      List<ArtifactView> items, List<CorruptView> corrupt, Optional<String> nextCursor)
      implements Paged {
    public ArtifactPage {
      items = List.copyOf(items);
      corrupt = List.copyOf(corrupt);
    }
  }

  /**
   * An artifact that counts as missing.
   *
   * @param reason why its document cannot be read
   */
  public record CorruptView(String role, String method, String reason) {

    private static CorruptView of(ArtifactPages.CorruptArtifact corrupt) {
      return new CorruptView(corrupt.key().role(), corrupt.key().method(), corrupt.reason());
    }
  }

  /**
   * The last document of an artifact that was set aside, as it was found.
   *
   * @param reason why it cannot be read
   */
  public record CorruptDocumentView(String reason, String document) {

    private static CorruptDocumentView of(ArtifactPages.CorruptDocument corrupt) {
      return new CorruptDocumentView(corrupt.reason(), corrupt.document());
    }
  }

  @GET
  @Path("artifacts")
  @Operation(
      summary = "List generated tools by role and method, with fitness and rank",
      description = "With role, those of one tool; with stage, those in that stage.")
  public ArtifactPage list(
      @QueryParam("role") @Nullable String role,
      @QueryParam("stage") @Nullable String stage,
      @BeanParam PageQuery page) {
    Optional<Stage> only =
        Optional.ofNullable(stage)
            .map(it -> QueryParameters.oneOf("stage", it, List.of(Stage.values()), Stage::name));
    int limit = page.limit();
    Optional<ArtifactKey> after =
        page.cursor().map(Cursor::artifact).map(it -> artifacts.key(it.role(), it.method()));
    Optional<String> ofRole = Optional.ofNullable(role);
    Page<ArtifactKey> shown =
        Page.of(artifacts.keys(ofRole, only, after, limit + 1), limit, Cursor::after);
    List<ArtifactView> views = artifacts.views(shown.items());
    List<CorruptView> corrupt =
        after.isPresent()
            ? List.of()
            : artifacts.corrupt(ofRole, MAX_CORRUPT).stream().map(CorruptView::of).toList();
    return new ArtifactPage(views, corrupt, shown.nextCursor());
  }

  @GET
  @Path("artifacts/{role}/{method}")
  @Operation(
      summary = "Show a generated tool: its document, and what each generation changed",
      description = "The document is its export: PUT takes it, on this server or on another.")
  @APIResponseSchema(ArtifactDetail.class)
  public Response get(@PathParam("role") String role, @PathParam("method") String method) {
    return artifacts.show(artifacts.find(artifacts.key(role, method)));
  }

  @GET
  @Path("artifacts/{role}/{method}/changes")
  @Operation(
      summary = "List what admins have decided about a generated tool, the newest first",
      description = "Also for a tool that was removed.")
  public ArtifactChanges changes(
      @PathParam("role") String role, @PathParam("method") String method) {
    return ArtifactChanges.of(history.changes(artifacts.key(role, method)));
  }

  @GET
  @Path("artifacts/{role}/{method}/corrupt-document")
  @RolesAllowed("auditor")
  @Operation(
      summary = "Show the last document of a generated tool that could not be read",
      description =
          "As it was found in the database, and why it was set aside; also after the tool was"
              + " rewritten. Nothing in it is to be trusted.")
  public CorruptDocumentView corruptDocument(
      @PathParam("role") String role, @PathParam("method") String method) {
    return pages
        .corruptDocument(artifacts.key(role, method))
        .map(CorruptDocumentView::of)
        .orElseThrow(
            () -> ProblemException.notFound("No document of this artifact was set aside."));
  }

  @PUT
  @Path("artifacts/{role}/{method}")
  @Consumes(MediaType.APPLICATION_JSON)
  @RolesAllowed("admin")
  @Operation(
      summary = "Import a generated tool, whose code is staged",
      description =
          "The document is of the schema `artifact`, and of this role and method. Its contract and"
              + " the program of its first generation become the newest generation; everything else is"
              + " left as it is here, and no trust is imported.")
  @APIResponseSchema(ArtifactDetail.class)
  public Response replace(
      @PathParam("role") String role,
      @PathParam("method") String method,
      @BeanParam IfMatch condition,
      @NotNull(message = "The request must have a body.") @Valid ImportRequest request) {
    return artifacts.show(acts.take(artifacts.key(role, method), condition, request.document()));
  }

  /**
   * How the calls of a day ended.
   *
   * @param day in UTC
   */
  public record Day(LocalDate day, long successes, long intrinsic, long adaptive, long extrinsic) {

    private static Day of(CallsOfDay day) {
      return new Day(
          day.day(),
          day.successes(),
          day.failures().intrinsic(),
          day.failures().adaptive(),
          day.failures().extrinsic());
    }
  }

  @GET
  @Path("artifact-trends")
  @Operation(
      summary = "Show how calls of generated tools ended, by day and class of failure",
      description = "With role and method, those of one tool. days: how many, 30 by default.")
  public Items<Day> trends(
      @QueryParam("role") @Nullable String role,
      @QueryParam("method") @Nullable String method,
      @QueryParam("days") @Nullable String days) {
    long back = QueryParameters.number("days", days, 30, 1, MAX_DAYS);
    LocalDate from = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).minusDays(back - 1);
    return new Items<>(
        history
            .trends(caller.tenant(), from, Optional.ofNullable(role), Optional.ofNullable(method))
            .stream()
            .map(Day::of)
            .toList());
  }
}
