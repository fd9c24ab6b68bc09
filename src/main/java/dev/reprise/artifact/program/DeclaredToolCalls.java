package dev.reprise.artifact.program;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.sandbox.HostFunction;
import dev.reprise.sandbox.HostFunctionException;
import java.util.List;
import java.util.Optional;

/**
 * The calls of tools that a program makes: of those alone that it declares. Remembers how the last
 * one ended, which decides who is to blame if the program fails.
 */
final class DeclaredToolCalls implements HostFunction {

  private static final int EXCERPT = 2_000;

  private final List<String> declared;
  private final HostFunction tools;
  private Optional<Fault> fault = Optional.empty();
  private Optional<String> lastRead = Optional.empty();

  DeclaredToolCalls(List<String> declared, HostFunction tools) {
    this.declared = declared;
    this.tools = tools;
  }

  /** Returns the fault of the last call, if it failed. */
  Optional<Fault> fault() {
    return fault;
  }

  /** Returns the beginning of what the last successful call gave. */
  Optional<String> lastRead() {
    return lastRead;
  }

  @Override
  public JsonNode call(JsonNode arguments) throws HostFunctionException, InterruptedException {
    String tool = arguments.path(0).asText();
    if (!declared.contains(tool)) {
      throw new HostFunctionException(
          "tool_not_allowed",
          "the code does not declare that it calls '%s', only %s".formatted(tool, declared));
    }
    try {
      JsonNode given = tools.call(arguments);
      fault = Optional.empty();
      String text = given.asText();
      lastRead = Optional.of(text.substring(0, Math.min(EXCERPT, text.length())));
      return given;
    } catch (HostFunctionException e) {
      FailureClass kind = FailureClass.of(e.code()).orElse(FailureClass.UNKNOWN);
      fault = Optional.of(new Fault(kind, String.valueOf(e.getMessage())));
      throw e;
    }
  }
}
