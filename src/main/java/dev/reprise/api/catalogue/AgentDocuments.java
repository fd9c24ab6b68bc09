package dev.reprise.api.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.submission.SubmissionValidator;
import dev.reprise.definition.AgentNotReadyException;
import dev.reprise.definition.AgentReader;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.definition.ServerCapabilities;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.platform.Json;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.DocumentParser;
import dev.reprise.platform.document.InvalidDocumentException;
import dev.reprise.tool.call.ExpectedTools;
import dev.reprise.tool.call.ToolCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.eclipse.microprofile.config.Config;

/**
 * Reads agents' documents that clients send, as the catalogue reads those of its directory. A
 * document may use what the client's tenant has, so that it reveals no tools of other tenants.
 */
@ApplicationScoped
class AgentDocuments {

  private static final String SCRIPTED = "scripted";

  private final AgentReader reader;
  private final ChatModels models;
  private final ToolCatalogue tools;
  private final TrialRights trials;
  private final TenantScope scope;

  @Inject
  AgentDocuments(
      AgentReader reader,
      ChatModels models,
      ToolCatalogue tools,
      TrialRights trials,
      Config config) {
    this.trials = trials;
    this.reader = reader;
    this.models = models;
    this.tools = tools;
    this.scope = TenantScope.ofUnnamed(config);
  }

  /**
   * Reads a document.
   *
   * @throws ProblemException if it is not valid here, or this server does not have yet what it
   *     needs; names all of that
   */
  AgentVersion read(String tenant, String document) {
    return read(tenant, document, errors -> DocumentParser.OF_AGENTS.locate(errors, document));
  }

  /**
   * @param located the errors with their places, if the client knows the text
   */
  private AgentVersion read(
      String tenant, String document, UnaryOperator<List<DocumentError>> located) {
    List<ExpectedTools> expected = tools.expected(tenant); // before what is there, see expected()
    try {
      return reader.read(
          document,
          new ServerCapabilities(
              tools.names(tenant), expected, tools.withheld(tenant), models, scope));
    } catch (AgentNotReadyException e) {
      String name = parsed(document).path("name").asText();
      throw SubmissionValidator.notReady(
          new CatalogueEntry.NotReady(name, "the request", located.apply(e.problems()), scope));
    } catch (InvalidDocumentException e) {
      throw invalid(SubmissionValidator.errors(located.apply(e.problems())));
    }
  }

  /**
   * A document that is tried.
   *
   * @param name in the document
   * @param version that runs: with the scripted model, under the name of trials, and with no more
   *     than the {@linkplain TrialRights rights} of a trial
   */
  record Trial(String name, AgentVersion version) {}

  /**
   * Reads a document that a tenant tries.
   *
   * @param script what the model replies in each phase; if absent, that of a document which has a
   *     script, or else each phase is answered with its prompt
   * @throws ProblemException if it is not valid here, is for other tenants or may not be tried;
   *     names all errors
   */
  Trial tried(String tenant, String document, Optional<ObjectNode> script) {
    if (!(parsed(document) instanceof ObjectNode agent)) {
      throw invalid(List.of(new FieldError("", "must be an object")));
    }
    script(agent, script);
    AgentVersion written = read(tenant, Json.write(agent), errors -> errors);
    if (agent.has("tenants") && !TenantScope.of(agent.get("tenants")).includes(tenant)) {
      throw invalid(
          List.of(
              new FieldError("tenants", "must include '%s' to be tried here".formatted(tenant))));
    }
    trials.narrow(tenant, written.definition(), agent);
    return new Trial(
        written.definition().name(), read(tenant, Json.write(agent), errors -> errors));
  }

  /** Puts the scripted model in the place of all models. */
  private static void script(ObjectNode agent, Optional<ObjectNode> script) {
    if (!(agent.get("model") instanceof ObjectNode own) || !isScripted(agent)) {
      agent
          .putObject("model")
          .put("provider", SCRIPTED)
          .set("script", script.orElseGet(() -> echo(agent)));
      return;
    }
    own.remove("fallbacks");
    script.ifPresent(it -> own.set("script", it));
  }

  private static JsonNode parsed(String document) {
    try {
      return DocumentParser.OF_AGENTS.parse(document);
    } catch (InvalidDocumentException e) {
      throw invalid(SubmissionValidator.errors(e.problems()));
    }
  }

  private static boolean isScripted(ObjectNode agent) {
    return agent.path("model").path("provider").asText().equals(SCRIPTED);
  }

  private static ObjectNode echo(ObjectNode agent) {
    ObjectNode script = JsonNodeFactory.instance.objectNode();
    for (JsonNode phase : agent.path("phases")) {
      script.putArray(phase.path("name").asText()).addObject().put("text", "{{prompt}}");
    }
    return script;
  }

  static ProblemException invalid(List<FieldError> errors) {
    return new ProblemException(
        ProblemType.INVALID_AGENT,
        errors.size() == 1
            ? "The document has an error; see errors."
            : "The document has %d errors; see errors.".formatted(errors.size()),
        errors);
  }
}
