package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import dev.reprise.execution.ToolGateway;
import dev.reprise.operations.killswitch.KillSwitches;
import dev.reprise.tool.ReconcilableTool;
import dev.reprise.tool.Tool;
import dev.reprise.tool.UndoableTool;
import dev.reprise.tool.Workspaces;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolGate;
import dev.reprise.tool.call.ToolUse;
import dev.reprise.tool.policy.ApprovalPolicy;
import dev.reprise.tool.policy.ToolPolicy;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;

/**
 * The few callers of each gateway to tools and sources of data. Who adds a path adds it here, and
 * to {@code ToolGateMatrixTest}, which shows that the gate refuses on it.
 */
@Tag("door")
@AnalyzeClasses(packages = "dev.reprise", importOptions = ImportOption.DoNotIncludeTests.class)
class ToolGatewaysTest {

  private static final String GATE = ToolGate.class.getSimpleName();

  @ArchTest
  static void toolsRunInTheToolCallerAlone(JavaClasses classes) {
    assertThat(callers(classes, Tool.class, "call")).containsExactly("ToolCaller");
    assertThat(callers(classes, UndoableTool.class, "undo")).containsExactly("ToolCaller");
    assertThat(callers(classes, ReconcilableTool.class, "reconcile")).containsExactly("ToolCaller");
  }

  @ArchTest
  static void theToolCallerHasOneCallerForEachUse(JavaClasses classes) {
    assertThat(callers(classes, ToolCaller.class, "call"))
        .containsExactly("ScriptToolCalls", "ToolGateway");
    assertThat(callers(classes, ToolCaller.class, "undo")).containsExactly("UndoCallTool");
    assertThat(callers(classes, ToolCaller.class, "reconcile")).containsExactly("ReconcileSteps");
    assertThat(callers(classes, ToolGateway.class, "call")).containsExactly("ToolAttempts");
  }

  /** A cleared call needs no further approval, so few may say that theirs is one. */
  @ArchTest
  static void theGatewayOfRunsAloneSaysThatACallIsCleared(JavaClasses classes) {
    assertThat(callers(classes, ToolUse.class, "CLEARED_CALL"))
        .containsExactly(GATE, "ToolGateway", "ToolUse");
  }

  @ArchTest
  static void everyPathAsksTheGate(JavaClasses classes) {
    assertThat(users(classes, ToolGate.class.getName(), Set.of("permission", "require")))
        .containsExactly(
            "CallPreconditions",
            "ControlSteps",
            "FileSource",
            "ScriptToolCalls",
            "SqlRecords",
            "ToolCaller",
            GATE);
  }

  @ArchTest
  static void theGateAloneKnowsTheReasons(JavaClasses classes) {
    assertThat(callers(classes, KillSwitches.class, "onToolCall"))
        .containsExactly("OpenCalls", GATE); // it only shows what the gate will say
    assertThat(callers(classes, ApprovalPolicy.class, "judge")).containsExactly(GATE);
    assertThat(callers(classes, ToolPolicy.class, "refusal"))
        .containsExactly("ToolAuthorization", GATE, "ToolPolicy");
  }

  @ArchTest
  static void queriesOfOthersComeFromTheToolAndFromBatches(JavaClasses classes) {
    assertThat(users(classes, "dev.reprise.tool.sql.GuardedQueries", Set.of("run")))
        .containsExactly("SqlQueryTool", "SqlRecords");
  }

  /**
   * Whoever finds a workspace can read its files: tools, batches, the checks of submissions and
   * records, and what shows people the change that waits for their decision.
   */
  @ArchTest
  static void fewFindWorkspaces(JavaClasses classes) {
    assertThat(callers(classes, Workspaces.class, "find"))
        .containsExactly(
            "FileSource",
            "Migrations",
            "OpenCalls",
            "ReconcileSteps",
            "RecordFiles",
            "SubmissionGate",
            "SubmissionValidator",
            "ToolSteps");
  }

  private static Set<String> callers(JavaClasses classes, Class<?> owner, String method) {
    return users(classes, owner.getName(), Set.of(method));
  }

  /** Returns the top-level classes that use a member of a class. */
  private static Set<String> users(JavaClasses classes, String owner, Set<String> members) {
    return classes.stream()
        .flatMap(it -> it.getAccessesFromSelf().stream())
        .filter(access -> access.getTargetOwner().getName().equals(owner))
        .filter(access -> members.contains(access.getTarget().getName()))
        .map(JavaAccess::getOriginOwner)
        .map(ToolGatewaysTest::outermost)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String outermost(JavaClass type) {
    JavaClass outer = type;
    while (outer.getEnclosingClass().isPresent()) {
      outer = outer.getEnclosingClass().get();
    }
    return outer.getSimpleName();
  }
}
