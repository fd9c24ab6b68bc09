package dev.reprise.crash;

import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.model.ArgumentParser;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** A provider that reads a file from the line that the name of its model gives. */
@ApplicationScoped
public class Exaggerator implements ChatModel {

  @Override
  public String provider() {
    return "exaggerator";
  }

  @Override
  public void check(ModelOptions options) {
    // it has no options
  }

  @Override
  public ModelReply reply(ModelRequest request) {
    if (request.transcript().last() instanceof Message.ToolResult result) {
      return new ModelReply(result.outcome().toString(), List.of(), new Usage(20, 5));
    }
    String written = "{\"path\":\"a\",\"from_line\":%s}".formatted(request.model().name());
    var call = new ToolCall("read", "read_file", ArgumentParser.read(written));
    return new ModelReply("", List.of(call), new Usage(10, 5));
  }
}
