package dev.reprise.artifact.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.task.TaskAnswer;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.Generation;
import dev.reprise.artifact.Generation.Trigger;
import dev.reprise.artifact.Selection.Reason;
import dev.reprise.artifact.Stage;
import dev.reprise.platform.Json;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Code that works stays current until the code that is to replace it has succeeded. */
class ReplacedCodeTest {

  private static final ToolOutcome TWO = new ToolOutcome.Succeeded("2");
  private static final String BROKEN = "throw new Error('no');";

  private final String tenant = UUID.randomUUID().toString();
  private final Deque<String> written = new ArrayDeque<>();
  private ToolOutcome source = new ToolOutcome.Succeeded("[1, 2]");

  private final GeneratedTools tools =
      new GeneratedTools(
          tenant,
          () -> source,
          request -> written.size() > 1 ? written.remove() : written.element(),
          Map.of("reprise.artifacts.promoted-by", "calls"));

  private static Optional<String> contract(String purpose) {
    return Optional.of(
        """
        {"purpose": "%s", "deliverable": {"type": "number"}}
        """
            .formatted(purpose));
  }

  private ToolOutcome call(Optional<String> contract) throws Exception {
    return tools.call("count", "null", contract);
  }

  private Artifact artifact() throws Exception {
    return tools.artifact("count");
  }

  /** Has code written that works, and promotes it by three calls. */
  private Artifact promoted() throws Exception {
    written.add("return 1 + 1;");
    for (int n = 0; n < 3; n++) {
      assertThat(call(contract("Counts."))).isEqualTo(TWO);
    }
    written.clear();
    return artifact();
  }

  @Test
  void newCodeThatFailsTakesNothingFromOthersThatCallTheOld() throws Exception {
    Artifact before = promoted();
    written.add(BROKEN);

    assertThat(code(call(contract("Counts better.")))).isEqualTo("artifact_failed");
    assertThat(tools.writes()).isEqualTo(1 + 3);

    assertThat(artifact().generations()).isEqualTo(before.generations());
    assertThat(artifact().contract()).isEqualTo(before.contract());
    assertThat(artifact().standing()).isEqualTo(before.standing());
    assertThat(artifact().fitness().recent()).isEqualTo(before.fitness().recent());
    assertThat(artifact().fitness().failures().intrinsic()).isEqualTo(3);
    assertThat(artifact().fitness().repairs()).isEqualTo(3);
    assertThat(artifact().usage().calls()).isEqualTo(6);
    assertThat(call(Optional.empty())).isEqualTo(TWO);
    assertThat(tools.writes()).isEqualTo(1 + 3);
  }

  @Test
  void newCodeBecomesCurrentWithItsFirstSuccess() throws Exception {
    Artifact before = promoted();
    written.addAll(List.of(BROKEN, "return 3;"));

    assertThat(call(contract("Counts better."))).isEqualTo(new ToolOutcome.Succeeded("3"));

    assertThat(tools.request())
        .startsWith("Repair the method")
        .contains("The code as it is:\n```javascript\n" + BROKEN, "Error: no");
    Generation current = artifact().current();
    assertThat(current.program().code()).isEqualTo("return 3;");
    assertThat(current.parent()).contains(before.current().origin().id());
    assertThat(current.origin().trigger()).isEqualTo(Trigger.REPAIRED);
    assertThat(current.origin().cause()).contains(Reason.DEGRADED);
    assertThat(current.origin().word()).isEqualTo("repair:degraded");
    assertThat(artifact().contract().purpose()).isEqualTo("Counts better.");
    assertThat(artifact().standing().stage()).isEqualTo(Stage.CANARY);
    assertThat(artifact().fitness().repairs()).isEqualTo(2);
    assertThat(artifact().fitness().hasWorked()).isTrue();
  }

  @Test
  void repairsThatFailAreUsedUpAndThenTheCodeIsWrittenAnew() throws Exception {
    Artifact before = promoted();
    tools.drift("count");
    written.add(BROKEN);
    assertThat(code(call(Optional.empty()))).isEqualTo("artifact_failed");
    assertThat(artifact().fitness().repairs()).isEqualTo(3);
    written.clear();
    written.add("return 4;");

    assertThat(call(Optional.empty())).isEqualTo(new ToolOutcome.Succeeded("4"));

    assertThat(tools.request()).startsWith("Write the method");
    assertThat(artifact().current().origin().word()).isEqualTo("regenerate:budget_exhausted");
    assertThat(artifact().current().parent()).contains(before.current().origin().id());
    assertThat(artifact().fitness().repairs()).isZero();
  }

  @Test
  void newCodeThatFailsForReasonsOutsideUsesUpNoRepair() throws Exception {
    Artifact before = promoted();
    written.add("// tools: fetch_feed\nreturn (await callTool('fetch_feed', {})).length;");
    source = ToolOutcome.failed("connection", "the network is down");

    assertThat(code(call(contract("Counts better.")))).isEqualTo("artifact_failed");

    assertThat(artifact().generations()).isEqualTo(before.generations());
    assertThat(artifact().fitness().failures().extrinsic()).isEqualTo(1);
    assertThat(artifact().fitness().repairs()).isZero();
  }

  @Test
  void codeThatNeverWorkedIsReplacedAtOnce() throws Exception {
    written.addAll(List.of(BROKEN, "return null;", "return 'x';"));
    assertThat(code(call(contract("Counts.")))).isEqualTo("artifact_failed");

    assertThat(artifact().generations())
        .extracting(it -> it.program().code())
        .containsExactly("return 'x';", "return null;", BROKEN);
    assertThat(artifact().generations().getLast().origin().word()).isEqualTo("initial_forge");
  }

  @Test
  void newCodeIsKeptOnceHoweverOftenTheCallIsMadeAgain() throws Exception {
    promoted();
    tools.drift("count");
    written.add("return 3;");
    ObjectNode arguments = Json.mapper().createObjectNode();
    arguments.put("role", "feed_reader").put("method", "count");
    TaskAnswer answer = tools.answer(tools.attempt(arguments, List.of()).task().orElseThrow());

    for (int n = 0; n < 3; n++) { // as after a crash between its effect and its record
      assertThat(tools.attempt(arguments, List.of(answer)).outcome())
          .isEqualTo(new ToolOutcome.Succeeded("3"));
    }

    assertThat(artifact().generations()).hasSize(2);
    assertThat(artifact().current().origin().provenance().run()).contains(answer.run());
    assertThat(artifact().fitness().repairs()).isEqualTo(1);
  }

  private static String code(ToolOutcome outcome) {
    assertThat(outcome).isInstanceOf(ToolOutcome.Failed.class);
    return ((ToolOutcome.Failed) outcome).failure().code();
  }
}
