package dev.reprise.agent;

import java.util.List;
import java.util.stream.Stream;

/**
 * The models of an agent, in the order in which they are asked.
 *
 * @param first the model that a run starts with
 * @param fallbacks the models that answer in its place, each once those before it do not; may be
 *     empty
 */
public record ModelChain(ModelChoice first, List<ModelChoice> fallbacks) {

  public ModelChain {
    fallbacks = List.copyOf(fallbacks);
  }

  /** Returns the first model and its fallbacks. */
  public List<ModelChoice> all() {
    return Stream.concat(Stream.of(first), fallbacks.stream()).toList();
  }
}
