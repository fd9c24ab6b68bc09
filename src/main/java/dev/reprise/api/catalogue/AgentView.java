package dev.reprise.api.catalogue;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.submission.SubmissionValidator;
import dev.reprise.definition.CatalogueEntry;
import java.util.List;
import java.util.Optional;

/**
 * An agent that this server knows.
 *
 * @param usable whether runs may ask for it
 * @param source the file, or {@code built-in} and its name
 * @param version content hash of the document
 * @param fallbacks who answers in the model's place, in order; absent if nobody does
 * @param tools all that some phase may call
 * @param problems why it is not usable
 */
public record AgentView(
    String name,
    boolean usable,
    String source,
    Optional<String> description,
    Optional<String> version,
    Optional<Model> model,
    Optional<List<Model>> fallbacks,
    Optional<List<PhaseView>> phases,
    Optional<List<String>> tools,
    Optional<Limits> limits,
    Optional<List<FieldError>> problems) {

  /** Who answers. */
  public record Model(String provider, String name) {}

  /** One phase. */
  public record PhaseView(String name, boolean critical, List<String> tools, Limits limits) {}

  static AgentView of(CatalogueEntry.Found found) {
    AgentDefinition agent = found.version().definition();
    return new AgentView(
        found.name(),
        true,
        found.source(),
        Optional.of(agent.description()),
        Optional.of(found.version().hash()),
        Optional.of(view(agent.model())),
        Optional.of(agent.fallbacks().stream().map(AgentView::view).toList())
            .filter(models -> !models.isEmpty()),
        Optional.of(agent.phases().stream().map(AgentView::view).toList()),
        Optional.of(
            agent.phases().stream().flatMap(phase -> phase.tools().stream()).distinct().toList()),
        Optional.of(agent.limits()),
        Optional.empty());
  }

  static AgentView of(CatalogueEntry.Broken broken) {
    return new AgentView(
        broken.name(),
        false,
        broken.source(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(SubmissionValidator.errors(broken.problems())));
  }

  private static Model view(ModelChoice model) {
    return new Model(model.provider(), model.name());
  }

  private static PhaseView view(Phase phase) {
    return new PhaseView(phase.name(), phase.critical(), phase.tools(), phase.limits());
  }
}
