package dev.reprise.crash;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Message;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A provider that notes each call as a line in a file outside of the server, and answers with what
 * it was asked. It refuses a prompt that begins with {@code bad} while a file of this name is
 * beside the tally, and waits as long as its options say.
 */
@ApplicationScoped
public class Tally implements ChatModel {

  @Override
  public String provider() {
    return "tally";
  }

  @Override
  public void check(ModelOptions options) {
    // only tests write this configuration
  }

  @Override
  public ModelReply reply(ModelRequest request) throws ModelException, InterruptedException {
    JsonNode options = Json.read(request.model().options().text());
    Path file = Path.of(options.path("file").asText());
    String prompt = prompt(request);
    try {
      Files.writeString(file, prompt + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.sleep(options.path("millis").asLong());
    if (prompt.startsWith("bad") && Files.exists(file.resolveSibling("bad"))) {
      throw new ModelException(new Fault(FailureClass.INVALID_REQUEST, "this prompt is bad"));
    }
    return new ModelReply("seen " + prompt, List.of(), new Usage(10, 5));
  }

  private static String prompt(ModelRequest request) {
    return request.transcript().messages().stream()
        .filter(Message.User.class::isInstance)
        .map(message -> ((Message.User) message).text())
        .findFirst()
        .orElseThrow();
  }
}
