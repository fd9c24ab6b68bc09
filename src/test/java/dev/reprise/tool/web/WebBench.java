package dev.reprise.tool.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.Json;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.TestCalls;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.call.ToolUse;
import dev.reprise.tool.method.MethodTools;
import dev.reprise.web.LoopbackServer;
import dev.reprise.web.WebFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The tools of the web over servers of this machine, called as the engine calls them. */
final class WebBench implements AutoCloseable {

  static final String KEY = "11111111-2222-3333-4444-555555555555/read/1/call_1";

  private final WebFixture web;
  private final ToolCaller caller;

  WebBench(LoopbackServer... servers) {
    web = WebFixture.of(servers);
    caller =
        ToolFixture.caller(
            new ToolCatalogue(
                List.of(
                    MethodTools.of(new HttpFetchTool(web.client())),
                    MethodTools.of(new HttpPostTool(web.client())))));
  }

  CallResult call(String tool, Map<String, Object> arguments) throws Exception {
    return call(tool, arguments, KEY, Set.of());
  }

  CallResult call(String tool, Map<String, Object> arguments, String key, Set<String> only)
      throws Exception {
    var grant = new ToolGrant(only, Optional.empty(), Optional.empty(), false);
    var context =
        new CallContext(
            key, new Workspace(Path.of(".")), TestCalls.granted(grant), CallProgress.UNHEARD);
    var call = new ToolCall("c1", tool, new JsonValue(Json.mapper().writeValueAsString(arguments)));
    return caller.call(ToolUse.CLEARED_CALL, call, context);
  }

  String succeed(String tool, Map<String, Object> arguments) throws Exception {
    ToolOutcome outcome = call(tool, arguments).outcome();
    assertThat(outcome).isInstanceOf(ToolOutcome.Succeeded.class);
    return ((ToolOutcome.Succeeded) outcome).content();
  }

  Failure fail(String tool, Map<String, Object> arguments) throws Exception {
    return failure(call(tool, arguments));
  }

  static Failure failure(CallResult result) {
    assertThat(result.outcome()).isInstanceOf(ToolOutcome.Failed.class);
    return ((ToolOutcome.Failed) result.outcome()).failure();
  }

  @Override
  public void close() throws IOException {
    web.close();
  }
}
