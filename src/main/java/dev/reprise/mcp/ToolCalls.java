package dev.reprise.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.EffectClass;
import dev.reprise.mcp.transport.OversizedAnswer;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import io.modelcontextprotocol.spec.McpError;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Calls a server's tools, and decides for each failure whether the call may have had an effect. A
 * call that was not carried out, because the server has forgotten the session or cannot be reached,
 * is made again, once, on another connection.
 */
record ToolCalls(String server, CurrentConnection current, McpErrorMapper errors) {

  /** See {@link McpServer#call}. */
  JsonNode call(ToolDeclaration tool, String name, JsonNode arguments, McpServer.Calling with)
      throws FaultException, OutcomeUnknownException, ToolException, InterruptedException {
    Map<String, Object> call = Map.of("name", name, "arguments", arguments, "_meta", with.meta());
    try {
      try {
        return attempt(tool, call, with);
      } catch (StaleConnectionException e) {
        return attempt(tool, call, with); // nothing was done; so the protocol asks, too
      }
    } catch (StaleConnectionException e) {
      return ended(tool, Objects.requireNonNullElse(e.getCause(), e));
    }
  }

  private JsonNode attempt(ToolDeclaration tool, Map<String, Object> call, McpServer.Calling with)
      throws StaleConnectionException,
          FaultException,
          OutcomeUnknownException,
          ToolException,
          InterruptedException {
    McpConnection connected = current.await();
    with.fence().check(); // the wait for a connection may have been long
    try {
      return connected.call(call, with.key(), tool.timeout(), with.progress());
    } catch (TimeoutException e) {
      throw unknown(tool, e);
    } catch (ExecutionException e) {
      return ended(tool, Objects.requireNonNullElse(e.getCause(), e));
    }
  }

  /** Returns the result in place of an answer that is too long; throws what any other end means. */
  private JsonNode ended(ToolDeclaration tool, Throwable cause)
      throws FaultException, OutcomeUnknownException, ToolException {
    if (OversizedAnswer.is(cause)) {
      return McpResultMapper.OVERSIZED;
    }
    if (cause instanceof McpError error) {
      throw new ToolException(
          McpResultMapper.FAILED,
          "MCP server %s answered: %s".formatted(server, errors.words(error)));
    }
    if (errors.refusal(cause).isPresent()) {
      throw refused(cause);
    }
    throw unknown(tool, cause);
  }

  private FaultException refused(Throwable cause) {
    return new FaultException(errors.refusal(cause).orElseThrow(), cause);
  }

  /** The outcome of a call that only reads is known: it has no effect. */
  private OutcomeUnknownException unknown(ToolDeclaration tool, Throwable cause)
      throws FaultException {
    Fault fault = errors.unknown(cause);
    if (tool.effect() == EffectClass.READ_ONLY) {
      throw new FaultException(fault, cause);
    }
    return new OutcomeUnknownException(
        tool.name(), fault.message(), new FaultException(fault, cause));
  }
}
