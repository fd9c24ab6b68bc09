package dev.reprise.api.batch;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.api.http.ProblemException;
import dev.reprise.batch.BatchMode;
import dev.reprise.model.catalogue.BatchModels;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;

/** Checks whether batches of a provider can answer what a request asks for. */
@ApplicationScoped
class BatchModeCheck {

  private final BatchModels models;

  @Inject
  BatchModeCheck(BatchModels models) {
    this.models = models;
  }

  /**
   * Checks the mode of a request.
   *
   * @throws ProblemException if it does not suit the agent or the options; says why, with all
   *     reasons
   */
  void check(BatchRequest request, AgentDefinition agent) {
    if (request.modeOrDefault() != BatchMode.PROVIDER_BATCH) {
      return;
    }
    List<String> reasons = obstacles(agent);
    if (request.optionsOrDefault().budget() != null) {
      reasons.add("a batch of the provider is paid as a whole, so options.budget must be absent");
    }
    if (!reasons.isEmpty()) {
      throw ProblemException.invalidValue(
          "mode",
          "must be 'runs' for agent '%s': %s".formatted(agent.name(), String.join("; ", reasons)));
    }
  }

  private List<String> obstacles(AgentDefinition agent) {
    List<String> reasons = new ArrayList<>();
    if (agent.phases().size() != 1) {
      reasons.add("it has %d phases, and must have one".formatted(agent.phases().size()));
    }
    if (agent.phases().stream().anyMatch(phase -> !phase.tools().isEmpty())) {
      reasons.add("it has tools, and must have none");
    }
    String provider = agent.models().first().provider();
    if (!models.names().contains(provider)) {
      reasons.add(
          "its model provider '%s' does not answer in batches; those that do are %s"
              .formatted(provider, models.names()));
    }
    if (!agent.recordsContent()) {
      reasons.add("it records no contents, and a reply is stored until its run takes it");
    }
    return reasons;
  }
}
