package dev.reprise.api.catalogue;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.OutputContract;
import dev.reprise.agent.Phase;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.killswitch.SwitchedOff;
import dev.reprise.api.submission.SubmissionValidator;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.platform.Json;
import dev.reprise.platform.document.DocumentError;
import java.util.List;
import java.util.Optional;

/**
 * An agent that this server knows. Its definition is flat in JSON.
 *
 * @param usable whether runs can use it
 * @param source the file, or {@code built-in} and its name
 * @param definition absent if the agent is not usable
 * @param problems why it is not usable
 * @param warnings what to know before it is used, such as of a model without a price; absent if
 *     there is nothing
 * @param switchedOff why runs of it call nothing now; absent if no kill switch is set
 */
public record AgentView(
    String name,
    boolean usable,
    String source,
    @JsonUnwrapped Optional<Definition> definition,
    Optional<List<FieldError>> problems,
    Optional<List<String>> warnings,
    Optional<SwitchedOff> switchedOff) {

  /**
   * What the agent's document says.
   *
   * @param version content hash of the document
   * @param fallbacks the models that are called instead, in order; absent if there are none
   * @param tools the tools of all phases together
   */
  public record Definition(
      String description,
      String version,
      Model model,
      Optional<List<Model>> fallbacks,
      List<PhaseView> phases,
      List<String> tools,
      Limits limits,
      @JsonUnwrapped Contract contract) {

    private static Definition of(AgentVersion version) {
      AgentDefinition agent = version.definition();
      return new Definition(
          agent.description(),
          version.hash(),
          view(agent.models().first()),
          Optional.of(agent.models().fallbacks().stream().map(AgentView::view).toList())
              .filter(models -> !models.isEmpty()),
          agent.phases().stream().map(AgentView::view).toList(),
          agent.phases().stream().flatMap(phase -> phase.tools().stream()).distinct().toList(),
          agent.runPolicy().limits(),
          new Contract(
              agent.inputSchema().map(AgentView::tree),
              agent.output().map(OutputContract::schema).map(AgentView::tree)));
    }
  }

  /**
   * What runs are given and what they answer, as JSON Schemas.
   *
   * @param input what the input of a run must fit; absent if any will do
   * @param output what the answer of a run fits; absent if it is any text
   */
  public record Contract(Optional<JsonNode> input, Optional<JsonNode> output) {}

  /** The model that is called. */
  public record Model(String provider, String name) {}

  /** One phase. */
  public record PhaseView(String name, boolean critical, List<String> tools, Limits limits) {}

  static AgentView of(CatalogueEntry.Found found, List<String> warnings) {
    return new AgentView(
        found.name(),
        true,
        found.source(),
        Optional.of(Definition.of(found.version())),
        Optional.empty(),
        Optional.of(warnings).filter(all -> !all.isEmpty()),
        Optional.empty());
  }

  static AgentView unusable(String name, String source, List<DocumentError> problems) {
    return new AgentView(
        name,
        false,
        source,
        Optional.empty(),
        Optional.of(SubmissionValidator.errors(problems)),
        Optional.empty(),
        Optional.empty());
  }

  AgentView switchedOff(Optional<SwitchedOff> why) {
    return new AgentView(name, usable, source, definition, problems, warnings, why);
  }

  private static JsonNode tree(JsonValue schema) {
    return Json.read(schema.text());
  }

  private static Model view(ModelChoice model) {
    return new Model(model.provider(), model.name());
  }

  private static PhaseView view(Phase phase) {
    return new PhaseView(phase.name(), phase.critical(), phase.tools(), phase.limits());
  }
}
