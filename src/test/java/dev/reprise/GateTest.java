package dev.reprise;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.reprise.api.control.RunActs;
import dev.reprise.api.fork.ForksResource;
import dev.reprise.api.migration.Migrations;
import dev.reprise.api.submission.SubmissionCheck;
import dev.reprise.execution.ModelGateway;
import dev.reprise.execution.budget.BudgetSteps;
import dev.reprise.execution.model.CompactionSteps;
import dev.reprise.execution.model.GuardedModels;
import dev.reprise.execution.model.ModelGate;
import dev.reprise.execution.model.ModelSteps;
import dev.reprise.execution.phase.PhaseLoop;
import dev.reprise.model.batch.BatchModel;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.queue.BulkSubmission;
import dev.reprise.queue.RunQueue;
import dev.reprise.queue.fork.Forks;
import dev.reprise.queue.row.NewRun;
import dev.reprise.submission.SubmissionGate;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Each gateway has few callers, which are named here, and each of these asks the gate itself. A
 * path that is added fails until it does both.
 */
@AnalyzeClasses(packages = "dev.reprise", importOptions = ImportOption.DoNotIncludeTests.class)
class GateTest {

  private static final String ROOT = "dev.reprise.";

  private static final String PROVIDERS = ROOT + "execution.batch.ProviderGateway";

  private static final Set<Method> SUBMISSION_GATE =
      Set.of(
          new Method(SubmissionGate.class, "admission"),
          new Method(SubmissionGate.class, "switchedOff"),
          new Method(SubmissionCheck.class, "check"),
          new Method(SubmissionCheck.class, "checkSwitches"));

  /** An import is not here: what it stores waits until a person resumes it. */
  @ArchTest
  static final ArchRule runsAreSubmittedThroughTheGate =
      callers(
          SUBMISSION_GATE,
          Set.of(
              new Method(RunQueue.class, "add"),
              new Method(RunQueue.class, "submit"),
              new Method(BulkSubmission.class, "add"),
              new Method(Forks.class, "add")),
          ROOT + "api.submission.NewRunWriter",
          ROOT + "execution.tool.ChildRunSubmitter",
          ROOT + "execution.batch.ItemRuns",
          ForksResource.class.getName());

  /** So each run pins all tools that its agent grants. */
  @ArchTest
  static final ArchRule runsPinWhatTheGateReturns =
      callers(
          SUBMISSION_GATE,
          Set.of(new Method(NewRun.class, "keeping")),
          ROOT + "api.submission.NewRunWriter",
          ROOT + "execution.tool.ChildRunSubmitter",
          ROOT + "execution.batch.ItemRuns");

  @ArchTest
  static final ArchRule runsAreStartedAgainThroughTheGate =
      callers(
          SUBMISSION_GATE,
          Set.of(new Method(RunQueue.class, "retry"), new Method(RunQueue.class, "migrate")),
          RunActs.class.getName(),
          Migrations.class.getName(),
          ROOT + "api.schedule.SubmittedScheduledRuns",
          ROOT + "execution.batch.ItemRuns");

  /** A recorded model is one of those that the gateway calls, and calls the one that it records. */
  @ArchTest
  static final ArchRule modelsAreCalledThroughTheirGateway =
      callers(
          Set.of(),
          Set.of(new Method(ChatModels.class, "reply")),
          ROOT + "model.cassette.RecordedModel",
          ModelGateway.class.getName(),
          GuardedModels.class.getName());

  @ArchTest
  static final ArchRule theGatewayOfModelsIsCalledUnderABreaker =
      callers(
          Set.of(), Set.of(new Method(ModelGateway.class, "reply")), GuardedModels.class.getName());

  @ArchTest
  static final ArchRule stepsAskModelsThroughTheGate =
      callers(
          Set.of(new Method(ModelGate.class, "refusal")),
          Set.of(new Method(GuardedModels.class, "reply")),
          ModelSteps.class.getName(),
          CompactionSteps.class.getName());

  @ArchTest
  static final ArchRule stepsReserveWhatAModelMayCost =
      callers(
          Set.of(new Method(BudgetSteps.class, "reserve")),
          Set.of(
              new Method(ModelSteps.class, "carryOut"),
              new Method(CompactionSteps.class, "carryOut")),
          PhaseLoop.class.getName());

  @ArchTest
  static final ArchRule providersGetBatchesThroughTheGate =
      callers(
          Set.of(new Method(ModelGate.class, "refusal")),
          Set.of(new Method(BatchModel.class, "submit")),
          PROVIDERS);

  @ArchTest
  static final ArchRule whatABatchOfAProviderCostsIsApproved =
      callers(
          Set.of(new Method(ROOT + "execution.batch.ProviderBudget", "approval")),
          Set.of(new Method(PROVIDERS, "submit")),
          ROOT + "execution.batch.ProviderSubmissions");

  @ArchTest
  static final ArchRule whatABatchOfAProviderCostsIsReserved =
      callers(
          Set.of(new Method(ROOT + "execution.batch.ProviderBudget", "reserve")),
          Set.of(new Method(PROVIDERS, "submit")),
          ROOT + "execution.batch.ProviderSubmissions");

  private record Method(String owner, String name) {

    Method(Class<?> owner, String name) {
      this(owner.getName(), name);
    }

    boolean isCalledBy(JavaClass type) {
      return Stream.concat(
              type.getMethodCallsFromSelf().stream(), type.getMethodReferencesFromSelf().stream())
          .anyMatch(
              call ->
                  call.getTargetOwner().getName().equals(owner)
                      && call.getName().equals(name)
                      && !type.getName().equals(owner));
    }

    @Override
    public String toString() {
      return owner.substring(ROOT.length()) + "." + name;
    }
  }

  /**
   * @param gate of which each caller must call one; none if there is no gate
   */
  private static ArchRule callers(Set<Method> gate, Set<Method> gateways, String... callers) {
    Set<String> known = new TreeSet<>(Arrays.asList(callers));
    return classes()
        .that(
            DescribedPredicate.<JavaClass>describe(
                "call " + names(gateways),
                type -> gateways.stream().anyMatch(it -> it.isCalledBy(type))))
        .should(
            new ArchCondition<JavaClass>("be one of %s and ask %s".formatted(known, names(gate))) {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                boolean asks = gate.isEmpty() || gate.stream().anyMatch(it -> it.isCalledBy(type));
                events.add(
                    new SimpleConditionEvent(
                        type,
                        known.contains(type.getName()) && asks,
                        "%s is%s known and asks%s"
                            .formatted(
                                type.getName(),
                                known.contains(type.getName()) ? "" : " not",
                                asks ? "" : " not")));
              }
            });
  }

  private static String names(Set<Method> methods) {
    return methods.stream().map(Method::toString).sorted().collect(Collectors.joining(", "));
  }
}
