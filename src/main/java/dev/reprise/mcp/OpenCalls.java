package dev.reprise.mcp;

import dev.reprise.tool.CallProgress;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The calls of a connection that the server has not answered, by the tokens of their progress. */
final class OpenCalls {

  private final McpJsonMapper json;
  private final Map<Object, Call> calls = new ConcurrentHashMap<>();

  OpenCalls(McpJsonMapper json) {
    this.json = json;
  }

  /** A call that the server has not answered. */
  static final class Call {
    final CompletableFuture<CallToolResult> answer = new CompletableFuture<>();
    final CallProgress progress;
    volatile Optional<Object> requestId = Optional.empty();

    Call(CallProgress progress) {
      this.progress = progress;
    }
  }

  Call add(String token, CallProgress progress) {
    var call = new Call(progress);
    calls.put(token, call);
    return call;
  }

  void remove(String token, Call call) {
    calls.remove(token, call);
  }

  void failAll(Throwable reason) {
    calls.values().forEach(call -> call.answer.completeExceptionally(reason));
  }

  /** Notes the id of the request that carries a call. */
  void sending(Object token, Object requestId) {
    Optional.ofNullable(calls.get(token))
        .ifPresent(call -> call.requestId = Optional.of(requestId));
  }

  /** Reports the progress of a call; ignores one that is incomplete, or of a call that is over. */
  void report(Object params) {
    var reported = json.convertValue(params, ProgressNotification.class);
    if (reported == null || reported.progressToken() == null || reported.progress() == null) {
      return;
    }
    Optional.ofNullable(calls.get(reported.progressToken()))
        .ifPresent(
            call ->
                call.progress.report(
                    reported.progress(),
                    reported.total() == null
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(reported.total()),
                    Optional.ofNullable(reported.message()).orElse("")));
  }
}
