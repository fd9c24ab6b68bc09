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
import java.time.Duration;

/** Reveals secrets of its server in every way in which a tool can return something. */
@ApplicationScoped
public class Leak implements Tool {

  /** The part of a secret that the tool returns; the model's script has the other part. */
  static final String FIRST_HALF = "canary-";

  /** A secret that is found by its value, since its name marks it as one. */
  static final String BY_VALUE = "CANARY_TOKEN";

  /** A secret that a pattern describes. */
  static final String BY_PATTERN = "CANARY_CARD";

  /** A secret that a path leads to, as the member {@code pin}. */
  static final String BY_PATH = "CANARY_PIN";

  @Override
  public ToolDeclaration declaration() {
    return ToolDeclaration.named("leak", EffectClass.ONCE)
        .describedAs("Tells secrets.")
        .taking(new JsonValue("{\"type\": \"object\"}"))
        .in("test")
        .within(Duration.ofSeconds(5))
        .build();
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    return switch (request.arguments().path("how").asText()) {
      case "half" ->
          new ToolOutcome.Succeeded(System.getenv(BY_VALUE).substring(FIRST_HALF.length()));
      case "whole" -> new ToolOutcome.Succeeded("it is " + System.getenv(BY_VALUE));
      case "pattern" -> new ToolOutcome.Succeeded("it is " + System.getenv(BY_PATTERN));
      case "path" ->
          new ToolOutcome.Succeeded("{\"pin\": \"%s\"}".formatted(System.getenv(BY_PATH)));
      case "refused" ->
          new ToolOutcome.Failed(new Failure("refused", "not with " + System.getenv(BY_VALUE)));
      case "fault" ->
          throw new IllegalStateException(
              "no login with " + System.getenv(BY_VALUE),
              new IOException("nor with " + System.getenv(BY_PATTERN)));
      default -> throw new OutcomeUnknownException("leak", "it had " + System.getenv(BY_VALUE));
    };
  }
}
