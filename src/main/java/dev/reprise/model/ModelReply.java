package dev.reprise.model;

import dev.reprise.agent.ToolCall;
import dev.reprise.agent.Usage;
import java.util.List;

/**
 * What a model answered.
 *
 * @param text may be empty when there are calls
 * @param calls the tools that it wants run, ids unique; none means that it is done
 * @param usage what the answer cost in tokens, {@link Usage#NONE} where the provider does not say
 */
public record ModelReply(String text, List<ToolCall> calls, Usage usage) {

  public ModelReply {
    calls = List.copyOf(calls);
    if (calls.stream().map(ToolCall::id).distinct().count() < calls.size()) {
      throw new IllegalArgumentException("two calls of one reply have the same id");
    }
  }
}
