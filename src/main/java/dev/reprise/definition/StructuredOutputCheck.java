package dev.reprise.definition;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.model.catalogue.ChatModels;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compares the outputs that an agent declares with what its models' providers take in their own
 * form of structured output. Tested by {@code StructuredOutputCheckTest}.
 */
final class StructuredOutputCheck {

  private StructuredOutputCheck() {}

  /** Returns a warning for each output that a provider does not take. */
  static List<String> warnings(AgentDefinition agent, ChatModels models) {
    List<String> providers =
        agent.models().all().stream().map(ModelChoice::provider).distinct().toList();
    return agent.phases().stream()
        .flatMap(phase -> providers.stream().flatMap(it -> warning(phase, it, models)))
        .toList();
  }

  private static Stream<String> warning(Phase phase, String provider, ChatModels models) {
    return phase.output().stream()
        .flatMap(
            contract ->
                models.find(provider).flatMap(it -> it.refusalOf(contract.schema())).stream())
        .map(
            reason ->
                "provider '%s' does not take the output of phase '%s' in its own form (%s), so answers are only checked, and asked for again if they do not fit"
                    .formatted(provider, phase.name(), reason));
  }
}
