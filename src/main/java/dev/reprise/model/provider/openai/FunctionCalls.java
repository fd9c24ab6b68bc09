package dev.reprise.model.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.Block;
import dev.reprise.model.ArgumentParser;
import dev.reprise.model.provider.CallIdAssigner;
import dev.reprise.model.provider.UnknownMembers;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads the calls of a message as OpenAI's and Ollama's protocol have them. */
final class FunctionCalls {

  private static final Set<String> OF_A_CALL = Set.of("index", "id", "type", "function");
  private static final Set<String> OF_A_FUNCTION = Set.of("index", "name", "arguments");

  private FunctionCalls() {}

  /**
   * Returns the calls in their order.
   *
   * @throws FaultException if there are more than a run can hold
   */
  static List<Block.Call> of(String provider, JsonNode calls) throws FaultException {
    var ids = new CallIdAssigner(provider);
    List<Block.Call> read = new ArrayList<>();
    for (JsonNode call : calls) {
      JsonNode function = call.path("function");
      ObjectNode added = UnknownMembers.of(call, OF_A_CALL);
      ObjectNode addedToFunction = UnknownMembers.of(function, OF_A_FUNCTION);
      if (!addedToFunction.isEmpty()) {
        added.set("function", addedToFunction);
      }
      JsonNode arguments = function.path("arguments");
      read.add(
          ids.call(
              call.path("id").asText(""),
              function.path("name").asText(""),
              ArgumentParser.read(
                  arguments.isContainerNode() ? Json.write(arguments) : arguments.asText("")),
              added));
    }
    return read;
  }
}
