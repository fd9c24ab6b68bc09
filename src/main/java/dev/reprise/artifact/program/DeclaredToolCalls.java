package dev.reprise.artifact.program;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.MonotonicClock;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.sandbox.HostFunction;
import dev.reprise.sandbox.HostFunctionException;
import java.time.Duration;
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
  private final MonotonicClock clock;
  private Optional<Fault> fault = Optional.empty();
  private Optional<String> lastRead = Optional.empty();
  private Duration waited = Duration.ZERO;

  DeclaredToolCalls(List<String> declared, HostFunction tools, MonotonicClock clock) {
    this.declared = declared;
    this.tools = tools;
    this.clock = clock;
  }

  /** Returns how long all calls took. */
  Duration waited() {
    return waited;
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
    fault = Optional.empty();
    String tool = arguments.path(0).asText();
    if (!declared.contains(tool)) {
      throw new HostFunctionException(
          "tool_not_allowed",
          "the code does not declare that it calls '%s', only %s".formatted(tool, declared));
    }
    long began = clock.nanos();
    try {
      JsonNode given = tools.call(arguments);
      String text = given.asText();
      lastRead = Optional.of(text.substring(0, Math.min(EXCERPT, text.length())));
      return given;
    } catch (HostFunctionException e) {
      FailureClass kind = FailureClass.of(e.code()).orElse(FailureClass.UNKNOWN);
      fault = Optional.of(new Fault(kind, String.valueOf(e.getMessage())));
      throw e;
    } finally {
      waited = waited.plusNanos(clock.nanos() - began);
    }
  }
}
