package dev.reprise.artifact.program;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.message.Failure;
import dev.reprise.artifact.CallEnd;
import dev.reprise.artifact.Program;
import dev.reprise.platform.Json;
import dev.reprise.platform.MonotonicClock;
import dev.reprise.platform.schema.KeptSchemas;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.sandbox.HostFunction;
import dev.reprise.sandbox.Limit;
import dev.reprise.sandbox.Sandbox;
import dev.reprise.sandbox.Script;
import dev.reprise.sandbox.ScriptOutcome;
import dev.reprise.sandbox.ScriptResult;
import dev.reprise.sandbox.UnrepresentableNumberException;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolGate;
import dev.reprise.tool.code.ScriptToolCalls;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs programs in the sandbox, with no more trust than any other code of a model. */
@ApplicationScoped
public class ProgramRunner {

  private final Sandbox sandbox;
  private final ToolGate gate;
  private final ToolCaller caller;
  private final MonotonicClock clock;

  @Inject
  public ProgramRunner(Sandbox sandbox, ToolGate gate, ToolCaller caller, MonotonicClock clock) {
    this.sandbox = sandbox;
    this.gate = gate;
    this.caller = caller;
    this.clock = clock;
  }

  /** Returns the tools as the agent that makes a call may use them in code. */
  private ScriptToolCalls tools(ToolRequest request) {
    return new ScriptToolCalls(gate, caller, request);
  }

  /** Returns the names of the tools that the agent that makes a call may use in code. */
  public List<String> usable(ToolRequest request) {
    ScriptToolCalls tools = tools(request);
    return request.origin().tools().stream().filter(it -> tools.refusal(it).isEmpty()).toList();
  }

  /** Returns why the agent that makes a call may not use the tools of a program, if it may not. */
  public Optional<Failure> refusal(Program program, ToolRequest request) {
    ScriptToolCalls tools = tools(request);
    return program.dependencies().stream()
        .flatMap(
            tool ->
                tools.refusal(tool).stream()
                    .map(
                        why ->
                            new Failure(
                                why.code(),
                                "it declares the tool '%s': %s".formatted(tool, why.message()))))
        .findFirst();
  }

  /**
   * Runs a program with the rights of the agent that makes the call.
   *
   * @param deliverable a JSON Schema that its result must fit
   * @param hasWorked whether the same code has succeeded before
   * @throws ToolException {@code invalid_arguments} if JavaScript cannot hold the input, {@code
   *     overloaded} if the sandbox has no room for the program
   */
  public ProgramRun run(
      Program program, JsonNode deliverable, JsonNode input, ToolRequest request, boolean hasWorked)
      throws ToolException, InterruptedException {
    return run(program, deliverable, input, tools(request), request.origin().tenant(), hasWorked);
  }

  /**
   * Runs a program with other tools.
   *
   * @param tools what {@code callTool} does, for the tools that the program declares
   */
  ProgramRun run(
      Program program,
      JsonNode deliverable,
      JsonNode input,
      HostFunction tools,
      String tenant,
      boolean hasWorked)
      throws ToolException, InterruptedException {
    var calls = new DeclaredToolCalls(program.dependencies(), tools, clock);
    ScriptOutcome outcome =
        run(tenant, new Script(program.code(), input, Map.of("callTool", calls)));
    var end =
        new CallEnd(
            outcome.ending(),
            misfits(outcome, deliverable),
            fault(outcome, calls),
            calls.lastRead().isPresent(),
            hasWorked);
    return new ProgramRun(end, calls.lastRead());
  }

  /** A script that spent most of its time on waits for tools is not to blame for the time. */
  private Optional<Fault> fault(ScriptOutcome outcome, DeclaredToolCalls calls) {
    boolean isOutOfTime = outcome.ending().equals(new ScriptResult.Exceeded(Limit.TIME));
    return isOutOfTime && calls.waited().compareTo(sandbox.limits().time().dividedBy(2)) > 0
        ? Optional.of(
            new Fault(FailureClass.TIMEOUT, "its tools took %s".formatted(calls.waited())))
        : calls.fault();
  }

  /**
   * Runs any script of the server's own.
   *
   * @throws ToolException {@code invalid_arguments} if JavaScript cannot hold the input, {@code
   *     overloaded} if the sandbox has no room for the script
   */
  ScriptOutcome run(String tenant, Script script) throws ToolException, InterruptedException {
    try {
      ScriptOutcome outcome = sandbox.run(tenant, script);
      if (outcome.ending().equals(new ScriptResult.Exceeded(Limit.ENGINES))) {
        throw new ToolException(
            FailureClass.OVERLOADED.code(),
            "too much other code runs on this server; none of this was run");
      }
      return outcome;
    } catch (UnrepresentableNumberException e) {
      throw new ToolException("invalid_arguments", String.valueOf(e.getMessage()));
    }
  }

  private static List<String> misfits(ScriptOutcome outcome, JsonNode deliverable) {
    if (!(outcome.ending() instanceof ScriptResult.Returned(JsonNode value))) {
      return List.of();
    }
    String violations = KeptSchemas.violations(Json.write(deliverable), value, "result");
    return violations.isEmpty() ? List.of() : List.of(violations);
  }
}
