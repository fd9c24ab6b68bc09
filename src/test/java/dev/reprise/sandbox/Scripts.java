package dev.reprise.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.reprise.platform.Json;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;

/** Scripts and sandboxes as tests want them. */
final class Scripts {

  static final SandboxLimits LIMITS =
      new SandboxLimits(32L << 20, Duration.ofSeconds(30), 1000, 10_000, 2, 2);

  private Scripts() {}

  static Sandbox sandbox(SandboxLimits limits) {
    return new Sandbox(Clock.systemUTC(), limits);
  }

  static Script script(String code) {
    return script(code, NullNode.instance);
  }

  static Script script(String code, JsonNode input) {
    return new Script(code, input, Map.of());
  }

  static ScriptResult returned(String json) {
    return new ScriptResult.Returned(Json.read(json));
  }
}
