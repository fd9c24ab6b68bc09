package dev.reprise.api.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.api.audit.NotAudited;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.idempotency.CreationId;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.killswitch.SwitchedOff;
import dev.reprise.api.page.Items;
import dev.reprise.api.run.RunView;
import dev.reprise.api.submission.QueuesRuns;
import dev.reprise.api.submission.Submission;
import dev.reprise.api.submission.SubmissionCheck;
import dev.reprise.api.submission.SubmissionsOnce;
import dev.reprise.definition.AgentCatalogue;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.operations.killswitch.KillSwitches;
import dev.reprise.platform.Json;
import dev.reprise.queue.row.Run;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/**
 * The agents of the caller's tenant, including those whose documents must be corrected. Tested by
 * {@code AgentsIT}.
 */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class AgentsResource {

  @Inject Caller caller;
  @Inject AgentCatalogue agents;
  @Inject KillSwitches switches;
  @Inject AgentVersions versions;
  @Inject AgentDocuments documents;
  @Inject SubmissionCheck check;
  @Inject SubmissionsOnce submissions;
  @Inject CreationId creation;

  @GET
  @Path("agents")
  @Operation(summary = "List agents, including those whose documents must be corrected")
  public Items<AgentView> list() {
    List<CatalogueEntry> all = agents.list(caller.tenant());
    return new Items<>(all.stream().flatMap(entry -> view(entry, all).stream()).toList());
  }

  @GET
  @Path("agents/{name}")
  @Operation(summary = "Show an agent")
  public AgentView get(@PathParam("name") String name) {
    return Stream.of(agents.find(caller.tenant(), name))
        .flatMap(entry -> view(entry, agents.list(caller.tenant())).stream())
        .findFirst()
        .orElseThrow(() -> ProblemException.notFound("There is no agent of this name."));
  }

  private Optional<AgentView> view(CatalogueEntry entry, List<CatalogueEntry> all) {
    return definition(entry, all)
        .map(
            it ->
                it.switchedOff(switches.onAgent(caller.tenant(), it.name()).map(SwitchedOff::of)));
  }

  private Optional<AgentView> definition(CatalogueEntry entry, List<CatalogueEntry> all) {
    return switch (entry) {
      case CatalogueEntry.Found found ->
          Optional.of(
              AgentView.of(
                  found, agents.warnings(caller.tenant(), found.version().definition(), all)));
      case CatalogueEntry.Broken broken ->
          Optional.of(AgentView.unusable(broken.name(), broken.source(), broken.problems()));
      case CatalogueEntry.NotReady notReady ->
          Optional.of(AgentView.unusable(notReady.name(), notReady.source(), notReady.absent()));
      case CatalogueEntry.Unknown ignored -> Optional.empty();
    };
  }

  /**
   * A version of an agent with its document.
   *
   * @param version content hash of the document
   * @param document as its author wrote it, in JSON
   */
  public record AgentVersionDocument(String name, String version, JsonNode document) {}

  @GET
  @Path("agents/{name}/versions")
  @Operation(
      summary = "List the versions of an agent that the tenant knows",
      description =
          "The present one, which new runs take, and those that runs of the tenant have taken. They"
              + " stay when the agent's document is changed or removed.")
  public Items<AgentVersionView> list(@PathParam("name") String name) {
    CatalogueEntry entry = agents.find(caller.tenant(), name);
    List<AgentVersionView> known =
        AgentVersionView.of(present(entry), versions.stored(caller.tenant(), name));
    if (known.isEmpty() && entry instanceof CatalogueEntry.Unknown) {
      throw ProblemException.notFound("There is no agent of this name.");
    }
    return new Items<>(known);
  }

  @GET
  @Path("agents/{name}/versions/{version}")
  @Operation(summary = "Show the document of a version of an agent")
  public AgentVersionDocument get(
      @PathParam("name") String name, @PathParam("version") String version) {
    return present(agents.find(caller.tenant(), name))
        .filter(it -> it.hash().equals(version))
        .map(AgentVersion::document)
        .or(() -> versions.document(caller.tenant(), name, version))
        .map(document -> new AgentVersionDocument(name, version, Json.read(document)))
        .orElseThrow(
            () ->
                ProblemException.notFound(
                    "There is no such version of an agent of this name; GET …/versions lists those"
                        + " that there are."));
  }

  private static Optional<AgentVersion> present(CatalogueEntry entry) {
    return entry instanceof CatalogueEntry.Found found
        ? Optional.of(found.version())
        : Optional.empty();
  }

  /**
   * A request to try an agent.
   *
   * @param document of the agent, in YAML or JSON; the scripted model takes the place of its models
   * @param script what the model replies in each phase, as in a document; by default that of the
   *     document, or the prompt of each phase
   * @param input the object that its prompts refer to as {@code input}; by default {@code {}}
   * @param workspace {@code name} or {@code name/sub/directory} of a workspace of the server
   */
  public record AgentTrial(
      @NotBlank(message = "is missing; it must be an agent's document") String document,
      @Nullable ObjectNode script,
      @Nullable ObjectNode input,
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
  @Path("agents:try")
  @RolesAllowed("admin")
  @Consumes(MediaType.APPLICATION_JSON)
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

  /**
   * A valid document.
   *
   * @param version content hash, to which runs would be pinned
   * @param warnings what to know before it is used, such as of a model without a price; may be
   *     empty
   */
  @Schema(name = "AgentValidationValidAgent") // typed clients know it by this name
  public record ValidAgent(String name, String version, List<String> warnings) {
    public ValidAgent {
      warnings = List.copyOf(warnings);
    }
  }

  @NotAudited(NotAudited.Reason.CHANGES_NOTHING)
  @POST
  @Path("agents:validate")
  @Consumes({"application/yaml", MediaType.APPLICATION_JSON, MediaType.TEXT_PLAIN})
  @Operation(summary = "Check an agent's document; nothing is stored")
  public ValidAgent validate(byte[] document) {
    AgentVersion version = documents.read(caller.tenant(), text(document));
    return new ValidAgent(
        version.definition().name(),
        version.hash(),
        agents.warnings(caller.tenant(), version.definition(), agents.list(caller.tenant())));
  }

  private static String text(byte[] document) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(document)).toString();
    } catch (CharacterCodingException e) {
      throw AgentDocuments.invalid(List.of(new FieldError("", "must be UTF-8")));
    }
  }
}
