package dev.reprise.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.platform.Json;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Requests one tool call after the other, at once and at next to no cost. A script would be read
 * again at each of a thousand turns.
 */
@ApplicationScoped
public class BenchModel implements ChatModel {

  @Override
  public String provider() {
    return "bench";
  }

  @Override
  public void check(ModelOptions options) {
    // only the benchmarks write this configuration
  }

  /** Answers by the number of earlier iterations; a summary takes none. */
  @Override
  public ModelReply reply(ModelRequest request) throws InterruptedException {
    JsonNode options = Json.read(request.model().options().text());
    if (request.purpose() == ModelRequest.Purpose.SUMMARY) {
      return new ModelReply(Noise.text("summary", 1024), List.of(), Usage.NONE);
    }
    int iteration = request.iteration() - 1;
    Thread.sleep(options.path("delayMillis").asLong());
    while (!isOpen(options.path("gate").asText())) {
      Thread.sleep(20);
    }
    if (iteration == options.path("iterations").asInt()) {
      return new ModelReply("done", List.of(), Usage.NONE);
    }
    String text = Noise.text("turn " + iteration, options.path("textBytes").asInt());
    var call = new ToolCall("c" + iteration, options.path("tool").asText(), JsonValue.EMPTY_OBJECT);
    return new ModelReply(text, List.of(call), Usage.NONE);
  }

  private static boolean isOpen(String gate) {
    return gate.isEmpty() || Files.exists(Path.of(gate));
  }
}
