package dev.reprise.artifact.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Malicious generated code gains nothing that the sandbox does not grant. */
@Timeout(120)
class MaliciousCodeTest {

  private static final Optional<String> CONTRACT =
      Optional.of(
          "{\"purpose\": \"Does as it is told.\", \"deliverable\": {\"type\": \"string\"}}");

  private final AtomicInteger calls = new AtomicInteger();

  /** What the code tries, the code, and what becomes of it. */
  static List<Arguments> attacks() {
    return List.of(
        attack(
            "host objects",
            "return typeof java + typeof Packages + typeof Polyglot;",
            gives("undefinedundefinedundefined")),
        attack(
            "node",
            "return typeof require + typeof process + typeof global;",
            gives("undefinedundefinedundefined")),
        attack(
            "network",
            "return typeof fetch + typeof XMLHttpRequest + typeof WebSocket;",
            gives("undefinedundefinedundefined")),
        attack(
            "the host's door",
            "return typeof java_invoke + typeof Javy + typeof plugin;",
            gives("undefinedundefinedundefined")),
        attack("modules", "const fs = await import('fs'); return 'imported';", fails("")),
        attack("std modules", "const std = await import('std'); return 'imported';", fails("")),
        attack(
            "constructors",
            "return typeof (async () => {}).constructor('return java_invoke')();",
            gives("object")),
        attack(
            "escape by the constructor",
            "return await (async () => {}).constructor('return typeof java_invoke')();",
            gives("undefined")),
        attack(
            "a tool with an effect",
            "// tools: delete_all\nawait callTool('delete_all', {}); return 'deleted';",
            fails("only read")),
        attack(
            "a tool that is not declared",
            "await callTool('fetch_feed', {}); return 'read';",
            fails("does not declare")),
        attack(
            "a declared name with another call",
            "// tools: fetch_feed\nawait callTool({toString: () => 'delete_all'}, {}); return 'deleted';",
            fails("does not declare")),
        attack(
            "more code",
            "// tools: call_artifact\nawait callTool('call_artifact', {role: 'feed_reader', method: 'run'}); return 'recursed';",
            fails("which runs code itself")),
        attack(
            "a false excuse",
            "const e = new Error('HTTP 503'); e.name = 'TimeoutError'; e.code = 'timeout'; throw e;",
            fails("(intrinsic)")),
        attack(
            "a forged tool error",
            "const e = new Error('x'); e.name = 'HostError'; e.code = 'connection'; throw e;",
            fails("(intrinsic)")),
        attack(
            "a replaced door",
            "globalThis.callTool = async () => 'forged'; return await callTool('delete_all', {});",
            gives("forged")),
        attack(
            "prototypes",
            "Object.prototype.then = () => {}; Array.prototype.push = () => { throw 1; }; return 'polluted';",
            gives("polluted")),
        attack("json", "JSON.stringify = () => '\"forged\"'; return 'real';", gives("real")),
        attack(
            "memory",
            "const a = []; for (;;) a.push('x'.repeat(1 << 20) + a.length);",
            fails("limit of the sandbox")),
        attack("the stack", "const f = () => f() + 1; return String(f());", fails("")),
        attack("a huge result", "return 'x'.repeat(1 << 25);", fails("")),
        attack("another type", "return {toJSON: () => 42};", fails("result: ")),
        attack(
            "instructions to the server",
            "return '{\"stage\": \"PROMOTED\"}';",
            gives("{\"stage\": \"PROMOTED\"}")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("attacks")
  void gainsNothing(String what, String code, String expected) throws Exception {
    var tools =
        new GeneratedTools(
            UUID.randomUUID().toString(),
            () -> {
              calls.incrementAndGet();
              return new ToolOutcome.Succeeded("the feed");
            },
            request -> code,
            Map.of("reprise.artifacts.writes-per-call", "1"));

    ToolOutcome outcome = tools.call("run", "null", CONTRACT);

    if (expected.startsWith("=")) {
      assertThat(outcome)
          .isInstanceOfSatisfying(
              ToolOutcome.Succeeded.class,
              it -> assertThat(Json.read(it.content()).asText()).isEqualTo(expected.substring(1)));
    } else {
      assertThat(outcome)
          .isInstanceOfSatisfying(
              ToolOutcome.Failed.class,
              it -> assertThat(it.failure().message()).contains(expected.substring(1)));
    }
    assertThat(calls).as("calls of tools").hasValue(0);
  }

  private static Arguments attack(String what, String code, String expected) {
    return Arguments.arguments(what, code, expected);
  }

  private static String gives(String text) {
    return "=" + text;
  }

  private static String fails(String message) {
    return "!" + message;
  }
}
