package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.OptionalDouble;

/** Returns its input in every way in which a tool can return something. */
@ApplicationScoped
public class Echo implements Tool {

  @Override
  public ToolDeclaration declaration() {
    return ToolDeclaration.named("echo", EffectClass.ONCE)
        .describedAs("Says what it is given.")
        .taking(new JsonValue("{\"type\": \"object\"}"))
        .in("test")
        .within(Duration.ofSeconds(5))
        .build();
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    String said = request.arguments().path("said").asText();
    byte[] bytes = said.getBytes(StandardCharsets.UTF_8);
    request.progress().report(1, OptionalDouble.empty(), said);
    return switch (request.arguments().path("how").asText()) {
      case "outside" -> { // shows the test that the tool was given the secret
        Files.writeString(Path.of(request.arguments().path("path").asText()), said);
        yield new ToolOutcome.Succeeded("written");
      }
      case "plain" -> new ToolOutcome.Succeeded("it is " + said);
      case "base64" -> new ToolOutcome.Succeeded(Base64.getEncoder().encodeToString(bytes));
      case "hex" -> new ToolOutcome.Succeeded(HexFormat.of().formatHex(bytes));
      case "refused" -> new ToolOutcome.Failed(new Failure("refused", "not with " + said));
      case "fault" ->
          throw new IllegalStateException("no login with " + said, new IOException("nor " + said));
      default -> throw new OutcomeUnknownException("echo", "it had " + said);
    };
  }
}
