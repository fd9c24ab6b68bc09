package dev.reprise.artifact.call;

import static dev.reprise.artifact.FeedReader.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.task.CodeRun;
import dev.reprise.agent.task.TaskAnswer;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.FeedReader;
import dev.reprise.artifact.Generation.Trigger;
import dev.reprise.artifact.Stage;
import dev.reprise.operations.killswitch.KillSwitch;
import dev.reprise.operations.killswitch.KillSwitch.Kind;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import dev.reprise.telemetry.Attribute;
import dev.reprise.tool.CallResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of calls of generated tools. */
class ArtifactCallsTest {

  private static final ToolOutcome TWO = new ToolOutcome.Succeeded("2");

  private final String tenant = UUID.randomUUID().toString();

  private ToolOutcome source = new ToolOutcome.Succeeded("[1, 2]");
  private String code = "return 1 + 1;";
  private Map<String, String> properties = Map.of();

  private GeneratedTools tools() {
    return new GeneratedTools(tenant, () -> source, request -> code, properties);
  }

  private static Optional<String> contract(String purpose, String onFailure) {
    return Optional.of(
        """
        {"purpose": "%s", "deliverable": {"type": "number"}, "onFailure": "%s"}
        """
            .formatted(purpose, onFailure));
  }

  private static Optional<String> contract() {
    return contract("Counts.", "RETURN_ERROR");
  }

  @Test
  void aToolThatDoesNotExistNeedsAContract() throws Exception {
    assertThat(failure(tools().call("count", "null", Optional.empty())))
        .isEqualTo(
            new Failure(
                "unknown_artifact",
                "there is no feed_reader.count; give a contract to have it written"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"purpose\": \"x\", \"deliverable\": {\"type\": \"nothing\"}} | contract.deliverable is no JSON Schema",
        "{\"purpose\": \"x\", \"deliverable\": 5} | contract.deliverable",
        "{\"purpose\": \" \", \"deliverable\": {}} | contract.purpose must be a text of 1 to 2000",
      })
  void aContractThatCouldNotBeStoredIsRefused(String contract, String problem) throws Exception {
    GeneratedTools tools = tools();

    Failure failure = failure(tools.call("count", "null", Optional.of(contract)));

    assertThat(failure.code()).isEqualTo("invalid_arguments");
    assertThat(failure.message()).contains(problem);
    assertThat(tools.writes()).isZero();
  }

  @Test
  void aProgramThatIsRefusedIsWrittenAgainWithTheReason() throws Exception {
    GeneratedTools tools = tools();
    code = "return (";

    Failure failure = failure(tools.call("count", "null", contract()));

    assertThat(tools.writes()).isEqualTo(3);
    assertThat(tools.request()).contains("the last program was refused: SyntaxError");
    assertThat(failure.code()).isEqualTo("artifact_failed");
    assertThat(failure.message()).contains("written 3 times", "SyntaxError");
    assertThat(tools.store().summaries(tenant)).isEmpty();
  }

  @Test
  void codeIsOfTheAgentThatHadItWrittenUntilAPersonPromotesIt() throws Exception {
    GeneratedTools tools = tools();
    tools.call("count", "null", contract());
    for (int n = 0; n < 9; n++) {
      assertThat(tools.call("count", "null", Optional.empty())).isEqualTo(TWO);
    }
    Artifact before = tools.artifact("count");
    assertThat(before.standing().stage()).isEqualTo(Stage.PRIVATE);

    tools.areCalledBy("reporter");
    code = "return 3;";
    assertThat(failure(tools.call("count", "null", Optional.empty())).code())
        .isEqualTo("artifact_of_another_agent");
    assertThat(failure(tools.call("count", "null", contract("Lies.", "RETURN_ERROR"))).message())
        .startsWith("feed_reader.count is of the agent 'clerk':");
    assertThat(tools.artifact("count")).isEqualTo(before);
    assertThat(tools.writes()).isEqualTo(1);

    tools.store().put(before.key(), it -> it.orElseThrow().promoted("ada", "was read", NOW));
    assertThat(tools.call("count", "null", Optional.empty())).isEqualTo(TWO);
    assertThat(failure(tools.call("count", "null", contract("Lies.", "RETURN_ERROR"))).code())
        .isEqualTo("artifact_of_another_agent");
  }

  @Test
  void whereCallsPromoteEnoughOfThemPromoteForAll() throws Exception {
    properties = Map.of("reprise.artifacts.promoted-by", "calls");
    GeneratedTools tools = tools();
    tools.call("count", "null", contract());
    assertThat(tools.artifact("count").standing().stage()).isEqualTo(Stage.CANARY);

    tools.areCalledBy("reporter");
    tools.call("count", "null", Optional.empty());
    tools.call("count", "null", Optional.empty());

    assertThat(tools.artifact("count").standing().stage()).isEqualTo(Stage.PROMOTED);
  }

  @Test
  void countsCallsByWhetherTheirCodeWasStored() throws Exception {
    GeneratedTools tools = tools();
    tools.call("count", "null", contract());
    tools.call("count", "null", Optional.empty());
    tools.call("count", "null", Optional.empty());

    assertThat(tools.measured.counts("agentrun.artifact.calls", Attribute.RESULT))
        .isEqualTo(Map.of("written", 1L, "hit", 2L));
    assertThat(tools.measured.counts("agentrun.artifact.generated", Attribute.RESULT))
        .isEqualTo(Map.of("worked", 1L));
  }

  @Test
  void aRepairThatFailsAnExampleIsNotKept() throws Exception {
    GeneratedTools tools = tools();
    Optional<String> contract =
        Optional.of(
            """
            {"purpose": "Counts.", "deliverable": {"type": "integer"}, "acceptance": [
              {"description": "two", "input": null, "result": {"const": 2}}]}
            """);
    tools.call("count", "null", contract);
    Artifact before = tools.artifact("count");
    tools.drift("count");
    code = "return 3;";

    Failure failure = failure(tools.call("count", "null", Optional.empty()));

    assertThat(failure.message()).contains("written 3 times", "example 'two'");
    assertThat(tools.request()).startsWith("Repair the method").contains("example 'two'");
    assertThat(tools.artifact("count").generations()).isEqualTo(before.generations());
    assertThat(tools.artifact("count").standing()).isEqualTo(before.standing());
  }

  @Test
  void aProgramMayDeclareOnlyToolsThatCodeMayCall() throws Exception {
    properties = Map.of("reprise.artifacts.writes-per-call", "1");
    code = "// tools: delete_all\nreturn 1;";

    assertThat(failure(tools().call("count", "null", contract())).message())
        .contains("it declares the tool 'delete_all'", "only read");
  }

  @Test
  void aFailureIsAResultOrEndsThePhaseAsTheContractSays() throws Exception {
    properties = Map.of("reprise.artifacts.writes-per-call", "1");
    code = "throw new Error('no');";

    assertThat(failure(tools().call("one", "null", contract())).toString())
        .isEqualTo("artifact_failed: feed_reader.one failed (intrinsic): Error: no");
    assertThat(failure(tools().call("two", "null", contract("x", "FAIL_PHASE"))).code())
        .isEqualTo(Failure.PHASE_ENDS);
  }

  @Test
  void aContractThatEndsThePhaseDoesSoWhateverTheReason() throws Exception {
    GeneratedTools tools = tools();
    Optional<String> ends = contract("Counts.", "FAIL_PHASE");
    properties = Map.of("reprise.artifacts.canary-roles", "other");
    assertThat(failure(tools().call("staged", "null", ends)).code()).isEqualTo(Failure.PHASE_ENDS);

    tools.call("count", "null", ends);
    tools
        .store()
        .put(
            tools.artifact("count").key(),
            it -> it.orElseThrow().quarantined("ada", "suspect", FeedReader.NOW));
    assertThat(failure(tools.call("count", "null", Optional.empty())).code())
        .isEqualTo(Failure.PHASE_ENDS);
  }

  @Test
  void aChangedContractMakesTheArtifactStale() throws Exception {
    GeneratedTools tools = tools();
    tools.call("count", "null", contract());
    assertThat(tools.call("count", "null", contract())).isEqualTo(TWO);
    assertThat(tools.writes()).isEqualTo(1);

    code = "return 3;";
    assertThat(tools.call("count", "null", contract("Counts better.", "RETURN_ERROR")))
        .isEqualTo(new ToolOutcome.Succeeded("3"));
    assertThat(tools.writes()).isEqualTo(2);
    assertThat(tools.artifact("count").current().origin().trigger()).isEqualTo(Trigger.REPAIRED);
    assertThat(tools.artifact("count").contract().purpose()).isEqualTo("Counts better.");
  }

  @Test
  void storedCodeHasTheRightsOfItsCallerAndItsHealthDoesNotDependOnThem() throws Exception {
    GeneratedTools tools = tools();
    code = "// tools: fetch_feed\nreturn JSON.parse(await callTool('fetch_feed', {})).length;";
    tools.call("count", "null", contract());

    tools.isGranted(ToolGrant.WHOLE, CallArtifactTool.NAME);
    for (int n = 0; n < 3; n++) {
      Failure refused = failure(tools.call("count", "null", Optional.empty()));
      assertThat(refused.code()).isEqualTo("tool_not_allowed");
      assertThat(refused.message()).contains("'fetch_feed' is none of the tools");
    }
    assertThat(tools.artifact("count").fitness().failures().ofCode()).isZero();
    assertThat(tools.artifact("count").usage().calls()).isEqualTo(1);
    tools.drift("count");
    assertThat(failure(tools.call("count", "null", Optional.empty())).code())
        .as("a repair with fewer tools")
        .isEqualTo("tool_not_allowed");
    assertThat(tools.writes()).isEqualTo(1);

    var other = new ToolGrant(Set.of("other"), Optional.empty(), Optional.empty(), false);
    tools.isGranted(other, CallArtifactTool.NAME, "fetch_feed");
    assertThat(failure(tools.call("count", "null", Optional.empty())).message())
        .isEqualTo("'clerk' may not call 'feed_reader', only [other]");
  }

  @Test
  void anHourOfNetworkOutageDemotesNothing() throws Exception {
    properties = Map.of("reprise.artifacts.promoted-by", "calls");
    GeneratedTools tools = tools();
    code = "// tools: fetch_feed\nreturn JSON.parse(await callTool('fetch_feed', {})).length;";
    for (int n = 0; n < 3; n++) {
      tools.call("count", "null", contract());
    }
    assertThat(tools.artifact("count").standing().stage()).isEqualTo(Stage.PROMOTED);

    List<FailureClass> network =
        List.of(
            FailureClass.CONNECTION,
            FailureClass.TIMEOUT,
            FailureClass.RATE_LIMITED,
            FailureClass.SERVER_ERROR);
    for (int minute = 0; minute < 60; minute++) { // a call a minute
      source = ToolOutcome.failed(network.get(minute % 4).code(), "the network is down");
      assertThat(failure(tools.call("count", "null", Optional.empty())).message())
          .contains("extrinsic");
    }

    assertThat(tools.artifact("count").fitness().failures().extrinsic()).isEqualTo(60);
    assertThat(tools.artifact("count").fitness().recentFailureRate()).isZero();
    assertThat(tools.artifact("count").standing().stage()).isEqualTo(Stage.PROMOTED);
    source = new ToolOutcome.Succeeded("[1, 2]");
    assertThat(tools.call("count", "null", Optional.empty())).isEqualTo(TWO);
    assertThat(tools.writes()).isEqualTo(1);
  }

  @Test
  void killSwitchesActAtOnceWithoutRestart() throws Exception {
    GeneratedTools tools = tools();
    tools.call("count", "null", contract());
    tools.call("count", "null", Optional.empty());
    assertThat(tools.writes()).isEqualTo(1);

    KillSwitch readOff = set(tools, Kind.STORED_CODE);
    tools.call("count", "null", Optional.empty());
    assertThat(tools.writes()).isEqualTo(2);
    assertThat(tools.artifact("count").fitness().successes()).isEqualTo(3);
    assertThat(tools.artifact("count").generations()).hasSize(1);

    tools.switches().release(readOff.id());
    tools.call("count", "null", Optional.empty());
    assertThat(tools.writes()).isEqualTo(2);

    tools.drift("count");
    set(tools, Kind.CODE_REPAIRS);
    tools.call("count", "null", Optional.empty());
    assertThat(tools.artifact("count").current().origin().trigger()).isEqualTo(Trigger.REGENERATED);
    assertThat(tools.request()).startsWith("Write the method");
  }

  @Test
  void codeThatServesOneCallLeavesWhatIsStoredAsItIs() throws Exception {
    properties = Map.of("reprise.artifacts.promoted-by", "calls");
    GeneratedTools tools = tools();
    for (int n = 0; n < 3; n++) {
      tools.call("count", "null", contract());
    }
    Artifact promoted = tools.artifact("count");
    assertThat(promoted.standing().stage()).isEqualTo(Stage.PROMOTED);
    set(tools, Kind.STORED_CODE);

    code = "return 3;";
    assertThat(tools.call("count", "null", Optional.empty()))
        .isEqualTo(new ToolOutcome.Succeeded("3"));
    code = "throw new Error('no');";
    assertThat(failure(tools.call("count", "null", Optional.empty())).message())
        .contains("Error: no");

    Artifact after = tools.artifact("count");
    assertThat(after.generations()).isEqualTo(promoted.generations());
    assertThat(after.standing()).isEqualTo(promoted.standing());
    assertThat(after.fitness().recent()).isEqualTo(promoted.fitness().recent());
    assertThat(after.fitness().successes()).isEqualTo(4);
    assertThat(after.fitness().failures().intrinsic()).isEqualTo(3);
  }

  @Test
  void noUnseenCodeServesACallOfARoleThatIsNoCanary() throws Exception {
    properties = Map.of("reprise.artifacts.canary-roles", "other_*");
    GeneratedTools tools = tools();
    tools.call("count", "null", contract());
    tools
        .store()
        .put(
            tools.artifact("count").key(),
            it -> it.orElseThrow().promoted("ada", "looks fine", FeedReader.NOW));
    set(tools, Kind.STORED_CODE);

    Failure refused = failure(tools.call("count", "null", Optional.empty()));

    assertThat(refused.code()).isEqualTo("artifact_staged");
    assertThat(refused.message())
        .contains(
            "may not run at this moment (stored code of generated tools is switched off by ada since "
                + FeedReader.NOW
                + ": incident)");
    assertThat(tools.writes()).isEqualTo(1);
  }

  private KillSwitch set(GeneratedTools tools, Kind kind) {
    var off =
        new KillSwitch(UUID.randomUUID(), tenant, kind, "", "ada", "incident", FeedReader.NOW);
    tools.switches().set(off);
    return off;
  }

  @Test
  void codeOfOtherRolesWaitsForAPerson() throws Exception {
    properties = Map.of("reprise.artifacts.canary-roles", "other_*");
    GeneratedTools tools = tools();

    assertThat(failure(tools.call("count", "null", contract())).code())
        .isEqualTo("artifact_staged");
    assertThat(failure(tools.call("count", "null", Optional.empty())).code())
        .isEqualTo("artifact_staged");
    assertThat(tools.writes()).isEqualTo(1);

    tools
        .store()
        .put(
            tools.artifact("count").key(),
            it -> it.orElseThrow().promoted("ada", "looks fine", FeedReader.NOW));
    assertThat(tools.call("count", "null", Optional.empty())).isEqualTo(TWO);
  }

  @Test
  void aQuarantinedToolIsNotCalledAndNotWritten() throws Exception {
    GeneratedTools tools = tools();
    tools.call("count", "null", contract());
    tools
        .store()
        .put(
            tools.artifact("count").key(),
            it -> it.orElseThrow().quarantined("ada", "suspect", FeedReader.NOW));

    assertThat(failure(tools.call("count", "null", contract("Counts better.", "RETURN_ERROR"))))
        .extracting(Failure::code)
        .isEqualTo("artifact_quarantined");
    assertThat(tools.writes()).isEqualTo(1);
  }

  @Test
  void anAnswerIsTakenOnceHoweverOftenTheCallIsMadeAgain() throws Exception {
    GeneratedTools tools = tools();
    ObjectNode arguments = arguments();
    TaskAnswer answer = tools.answer(tools.attempt(arguments, List.of()).task().orElseThrow());

    for (int n = 0; n < 3; n++) { // as after a crash between its effect and its record
      assertThat(tools.attempt(arguments, List.of(answer)).outcome()).isEqualTo(TWO);
    }

    assertThat(tools.artifact("count").generations()).hasSize(1);
    assertThat(tools.artifact("count").current().origin().provenance().run())
        .contains(answer.run());
  }

  @Test
  void aCallThatFailsAlsoSaysWhichCodeItRan() throws Exception {
    GeneratedTools tools = tools();
    tools.call("count", "null", contract());
    source = ToolOutcome.failed("connection", "the network is down");
    code = "// tools: fetch_feed\nreturn (await callTool('fetch_feed', {})).length;";
    set(tools, Kind.STORED_CODE);
    CallResult asked = tools.attempt(arguments(), List.of());

    CallResult failed =
        tools.attempt(arguments(), List.of(tools.answer(asked.task().orElseThrow())));

    assertThat(failure(failed.outcome()).code()).isEqualTo("artifact_failed");
    assertThat(failed.code())
        .extracting(CodeRun::source, CodeRun::failureClass)
        .containsExactly(tuple(CodeRun.Source.GENERATED, Optional.of("extrinsic")));
  }

  @Test
  void anAnswerThatComesAfterAnotherIsDropped() throws Exception {
    GeneratedTools tools = tools();
    ObjectNode arguments = arguments();
    CallResult one = tools.attempt(arguments, List.of());
    CallResult other = tools.attempt(arguments, List.of());

    tools.attempt(arguments, List.of(tools.answer(one.task().orElseThrow())));
    code = "return 77;";
    CallResult late = tools.attempt(arguments, List.of(tools.answer(other.task().orElseThrow())));

    assertThat(late.outcome()).isEqualTo(TWO);
    assertThat(tools.artifact("count").generations()).hasSize(1);
  }

  @Test
  void anAnswerThatComesAfterAQuarantineIsDropped() throws Exception {
    GeneratedTools tools = tools();
    tools.call("count", "null", contract());
    tools.drift("count");
    TaskAnswer answer = tools.answer(tools.attempt(arguments(), List.of()).task().orElseThrow());
    Artifact suspect =
        tools
            .store()
            .put(
                tools.artifact("count").key(),
                it -> it.orElseThrow().quarantined("ada", "suspect", FeedReader.NOW));

    assertThat(failure(tools.attempt(arguments(), List.of(answer)).outcome()).code())
        .isEqualTo("artifact_quarantined");
    assertThat(tools.artifact("count")).isEqualTo(suspect);
  }

  /** Between the two reads of the artifact there are checks, which take their time. */
  @Test
  void anAnswerIsDroppedIfTheQuarantineComesWhileItIsChecked() throws Exception {
    GeneratedTools tools = tools();
    tools.call("count", "null", contract());
    tools.drift("count");
    TaskAnswer answer = tools.answer(tools.attempt(arguments(), List.of()).task().orElseThrow());
    Artifact before = tools.artifact("count");
    Artifact suspect =
        tools
            .store()
            .put(before.key(), it -> it.orElseThrow().quarantined("ada", "x", FeedReader.NOW));

    assertThat(tools.taken(before, answer).stored()).contains(suspect);
    assertThat(tools.artifact("count")).isEqualTo(suspect);
  }

  @Test
  void anAgentThatFailsFailsTheCall() throws Exception {
    GeneratedTools tools = tools();
    TaskAnswer answer = tools.answer(tools.attempt(arguments(), List.of()).task().orElseThrow());
    var failed =
        new TaskAnswer(
            answer.run(),
            answer.task(),
            "",
            Optional.empty(),
            Optional.of(new Failure("delegate_failed", "the model is away")));

    assertThat(failure(tools.attempt(arguments(), List.of(failed)).outcome()).toString())
        .isEqualTo(
            "artifact_not_written: the code of feed_reader.count could not be written: the model is"
                + " away");
  }

  @Test
  void aCorruptRowCountsAsMissingAndTheCallGoesOn() throws Exception {
    GeneratedTools tools = tools();
    tools.call("count", "null", contract());
    tools.corrupt("count");

    assertThat(tools.call("count", "null", contract())).isEqualTo(TWO);
    assertThat(tools.writes()).isEqualTo(2);
  }

  private static ObjectNode arguments() {
    ObjectNode arguments = Json.mapper().createObjectNode();
    arguments.put("role", "feed_reader").put("method", "count");
    arguments.set("contract", Json.read(contract().orElseThrow()));
    return arguments;
  }

  private static Failure failure(ToolOutcome outcome) {
    assertThat(outcome).isInstanceOf(ToolOutcome.Failed.class);
    return ((ToolOutcome.Failed) outcome).failure();
  }
}
