package dev.reprise.mcp;

import dev.reprise.agent.EffectClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Calls a server's tools, and decides for each failure whether the call may have had an effect. */
record ToolCalls(String server, CurrentConnection current, McpErrorMapper errors) {

  /** See {@link McpServer#call}. */
  CallToolResult call(
      ToolDeclaration tool, String name, Map<String, Object> arguments, McpServer.Calling with)
      throws FaultException, OutcomeUnknownException, ToolException, InterruptedException {
    var request = CallToolRequest.builder(name).arguments(arguments).meta(with.meta()).build();
    McpConnection connected = current.await();
    with.fence().check(); // the wait for a connection may have been long
    try {
      return connected.call(request, with.key(), tool.timeout(), with.progress());
    } catch (RequestNotSentException e) {
      throw new FaultException(errors.refusal(e).orElseThrow(), e);
    } catch (TimeoutException e) {
      throw unknown(tool, e);
    } catch (ExecutionException e) {
      throw failed(tool, Objects.requireNonNullElse(e.getCause(), e));
    }
  }

  private ToolException failed(ToolDeclaration tool, Throwable cause)
      throws FaultException, OutcomeUnknownException {
    if (cause instanceof McpError error) {
      return new ToolException(
          McpResultMapper.FAILED,
          "MCP server %s answered: %s".formatted(server, errors.words(error)));
    }
    Optional<Fault> refusal = errors.refusal(cause);
    if (refusal.isPresent()) {
      throw new FaultException(refusal.get(), cause);
    }
    throw unknown(tool, cause);
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
