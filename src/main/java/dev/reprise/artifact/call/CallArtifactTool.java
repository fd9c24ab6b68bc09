package dev.reprise.artifact.call;

import static dev.reprise.agent.EffectClass.READ_ONLY;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.Assertion;
import dev.reprise.artifact.Contract;
import dev.reprise.artifact.FailurePolicy;
import dev.reprise.artifact.program.ContractCheck;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.tool.TextConstraint;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.call.ToolGate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.NonNull;
import org.jspecify.annotations.Nullable;

/** The tool by which agents call tools that agents wrote. Tested by {@code ArtifactCallsTest}. */
@ApplicationScoped
public class CallArtifactTool {

  /** The name of the tool. */
  public static final String NAME = "call_artifact";

  private static final String NAME_PATTERN = "^[a-z][a-z0-9_]{0,63}$";

  private final ArtifactCalls calls;

  @Inject
  public CallArtifactTool(ArtifactCalls calls) {
    this.calls = calls;
  }

  record Arguments(
      @JsonPropertyDescription("the name of the tool, for example feed_reader")
          @TextConstraint(pattern = NAME_PATTERN)
          String role,
      @JsonPropertyDescription("what to call of it, for example titles")
          @TextConstraint(pattern = NAME_PATTERN)
          String method,
      @JsonPropertyDescription("any JSON; default null") @Nullable JsonNode input,
      @JsonPropertyDescription(
              "only for a new tool, or to change what a tool promises: its code is then written for"
                  + " this contract")
          Optional<@NonNull NewContract> contract) {}

  record NewContract(
      @JsonPropertyDescription("what the tool is for, in one or two sentences")
          @TextConstraint(minLength = 1, maxLength = 2_000)
          String purpose,
      @JsonPropertyDescription("a JSON Schema (draft 2020-12) that each result must fit")
          JsonNode deliverable,
      @JsonPropertyDescription("examples that the code must pass; at most 50")
          Optional<@NonNull List<Example>> acceptance,
      @JsonPropertyDescription(
              "what becomes of a call that fails: you get the failure, or your phase ends; default"
                  + " RETURN_ERROR")
          Optional<@NonNull FailurePolicy> onFailure) {}

  record Example(
      @TextConstraint(maxLength = 500) String description,
      JsonNode input,
      @JsonPropertyDescription("a JSON Schema that the result must fit") JsonNode result,
      @JsonPropertyDescription("what the tools that the code calls give, by their names")
          Optional<@NonNull Map<String, String>> tools) {

    private Assertion assertion() {
      return new Assertion(description, input, result, tools.orElse(Map.of()));
    }
  }

  /** Takes no secrets, because code could encode one in its own way and send it anywhere. */
  @ToolMethod(
      name = NAME,
      description =
          """
          Calls a method of a tool that agents wrote, and gives its result as JSON. Its code is kept, \
          so later calls cost nothing; it is repaired if what it reads has changed. For a tool that \
          does not exist, give a contract, and its code is written. The code only computes and \
          reads: it may call those of your tools that only read, and changes nothing.\
          """,
      effect = READ_ONLY,
      category = ToolGate.CODE,
      tags = "code",
      timeout = "PT5M",
      secretsIn = {})
  public ToolOutcome call(Arguments arguments, ToolRequest request) throws Exception {
    if (!request.origin().grant().reaches(arguments.role())) {
      throw new ToolException(
          "tool_not_allowed",
          "'%s' may not call '%s', only %s"
              .formatted(
                  request.origin().agent(),
                  arguments.role(),
                  request.origin().grant().only().stream().sorted().toList()));
    }
    var key = new ArtifactKey(request.origin().tenant(), arguments.role(), arguments.method());
    Optional<Contract> contract =
        arguments.contract().isPresent()
            ? Optional.of(contract(arguments.role(), arguments.contract().get()))
            : Optional.empty();
    JsonNode input = Objects.requireNonNullElse(arguments.input(), NullNode.instance);
    return calls.call(new ArtifactCall(key, contract, input, request));
  }

  private static Contract contract(String role, NewContract given) throws ToolException {
    List<Assertion> acceptance =
        given.acceptance().orElse(List.of()).stream().map(Example::assertion).toList();
    var contract =
        new Contract(
            role,
            given.purpose(),
            given.deliverable(),
            acceptance,
            given.onFailure().orElse(FailurePolicy.RETURN_ERROR));
    Optional<DocumentError> problem = ContractCheck.problem(contract);
    if (problem.isPresent()) {
      throw invalid(problem.get().path(), problem.get().message());
    }
    return contract;
  }

  private static ToolException invalid(String where, String problem) {
    return new ToolException(
        "invalid_arguments", "%s was not run: %s %s".formatted(NAME, where, problem));
  }
}
