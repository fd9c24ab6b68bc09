package dev.reprise.artifact.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.artifact.Assertion;
import dev.reprise.artifact.Contract;
import dev.reprise.artifact.Failure;
import dev.reprise.artifact.Program;
import dev.reprise.platform.Json;
import dev.reprise.platform.schema.KeptSchemas;
import dev.reprise.sandbox.HostFunction;
import dev.reprise.sandbox.HostFunctionException;
import dev.reprise.sandbox.Script;
import dev.reprise.sandbox.ScriptOutcome;
import dev.reprise.sandbox.ScriptResult;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/**
 * What code must pass before it is kept: it is JavaScript, it declares only tools that the calling
 * agent may use in code, and it does what each recorded example says. Examples reach nothing
 * outside: a tool gives what the example recorded. Tested by {@code FeedReaderLifeTest}.
 */
@ApplicationScoped
public class ProgramCheck {

  /** Compiles the code without running it. */
  private static final String COMPILE =
      """
      const AsyncFunction = (async () => {}).constructor;
      try { new AsyncFunction("input", input); return ""; } catch (e) { return e.name + ": " + e.message; }
      """;

  private final ProgramRunner runner;
  private final Clock clock;

  @Inject
  public ProgramCheck(ProgramRunner runner, Clock clock) {
    this.runner = runner;
    this.clock = clock;
  }

  /**
   * Returns the first thing that is wrong with a program that was written for a call, in words;
   * empty if nothing is.
   *
   * @throws ToolException {@code overloaded} if the sandbox has no room for the check
   */
  Optional<String> problem(Program program, Contract contract, ToolRequest request)
      throws ToolException, InterruptedException {
    Optional<String> refusal = runner.refusal(program, request).map(it -> it.message());
    return refusal.isPresent() ? refusal : problem(program, contract, request.origin().tenant());
  }

  /**
   * Returns the first thing that is wrong with a program for any caller, in words; empty if nothing
   * is.
   *
   * @param tenant whose share of the sandbox the check uses
   * @throws ToolException {@code overloaded} if the sandbox has no room for the check
   */
  public Optional<String> problem(Program program, Contract contract, String tenant)
      throws ToolException, InterruptedException {
    Optional<String> syntax = syntax(program, tenant);
    if (syntax.isPresent()) {
      return syntax;
    }
    for (Assertion example : contract.acceptance()) {
      Optional<String> misfit = misfit(program, contract, example, tenant);
      if (misfit.isPresent()) {
        return misfit.map(it -> "example '%s': %s".formatted(example.description(), it));
      }
    }
    return Optional.empty();
  }

  private Optional<String> syntax(Program program, String tenant)
      throws ToolException, InterruptedException {
    var script = new Script(COMPILE, TextNode.valueOf(program.code()), Map.of());
    ScriptOutcome outcome = runner.run(tenant, script);
    return outcome.ending() instanceof ScriptResult.Returned(JsonNode error)
        ? Optional.of(error.asText()).filter(it -> !it.isEmpty())
        : Optional.of("it cannot be compiled: " + outcome.ending());
  }

  private Optional<String> misfit(
      Program program, Contract contract, Assertion example, String tenant)
      throws ToolException, InterruptedException {
    ProgramRun run =
        runner.run(
            program, contract.deliverable(), example.input(), recorded(example), tenant, false);
    Optional<Failure> failure = run.end().failure(clock.instant());
    if (failure.isPresent()) {
      return failure.map(Failure::reason);
    }
    return Optional.of(KeptSchemas.violations(Json.write(example.result()), run.value(), "result"))
        .filter(it -> !it.isEmpty());
  }

  private static HostFunction recorded(Assertion example) {
    return arguments -> {
      String given = example.tools().get(arguments.path(0).asText());
      if (given == null) {
        throw new HostFunctionException(
            "tool_not_allowed",
            "the example records no answer of '%s'".formatted(arguments.path(0).asText()));
      }
      return TextNode.valueOf(given);
    };
  }
}
