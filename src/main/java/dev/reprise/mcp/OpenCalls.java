package dev.reprise.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.platform.Json;
import dev.reprise.tool.CallProgress;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The calls of a connection that the server has not answered, by the tokens of their progress. */
final class OpenCalls {

  private static final ObjectMapper JSON = Json.mapper();

  private final Map<Object, Call> calls = new ConcurrentHashMap<>();

  /** A call that the server has not answered. */
  static final class Call {
    final CompletableFuture<JsonNode> answer = new CompletableFuture<>();
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

  synchronized void remove(String token, Call call) {
    calls.remove(token, call);
    notifyAll();
  }

  boolean areNone() {
    return calls.isEmpty();
  }

  /** Waits until no call is open. */
  synchronized void awaitNone() throws InterruptedException {
    while (!calls.isEmpty()) {
      wait();
    }
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
    JsonNode reported = JSON.valueToTree(params);
    OptionalDouble done = number(reported.path("progress"));
    if (done.isEmpty()) {
      return;
    }
    Optional.ofNullable(calls.get(reported.path("progressToken").asText()))
        .ifPresent(
            call ->
                call.progress.report(
                    done.getAsDouble(),
                    number(reported.path("total")),
                    reported.path("message").asText("")));
  }

  private static OptionalDouble number(JsonNode value) {
    return value.isNumber() && Double.isFinite(value.doubleValue())
        ? OptionalDouble.of(value.doubleValue())
        : OptionalDouble.empty();
  }
}
