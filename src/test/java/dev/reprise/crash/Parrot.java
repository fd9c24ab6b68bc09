package dev.reprise.crash;

import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/**
 * A provider that is busy at first, requests a call that writes a line, and never gives the same
 * answer twice.
 */
@ApplicationScoped
public class Parrot implements ChatModel {

  @Override
  public String provider() {
    return "parrot";
  }

  @Override
  public void check(ModelOptions options) {
    // it has no options
  }

  @Override
  public ModelReply reply(ModelRequest request) throws ModelException {
    if (request.transcript().last() instanceof Message.ToolResult) {
      return new ModelReply("Put, says " + hashCode(), List.of(), new Usage(20, 5));
    }
    if (request.attempt() == 1) {
      throw new ModelException(new Fault(FailureClass.OVERLOADED, "the parrot eats"));
    }
    var arguments = new JsonValue("{\"path\":\"parrot\",\"content\":\"put\\n\"}");
    var call = new ToolCall("put", "append_file", arguments);
    return new ModelReply("", List.of(call), new Usage(10, 5));
  }
}
