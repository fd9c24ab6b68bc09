package dev.reprise;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static java.util.stream.Collectors.toUnmodifiableSet;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.reprise.platform.Causes;
import dev.reprise.platform.jdbc.SqlErrors;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** The law of the house: which room may call which, and what no room does. */
@AnalyzeClasses(packages = "dev.reprise", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  /** The rooms that the execution may call, and the API as well. */
  private static final Set<String> INNER_ROOMS =
      Set.of(
          "agent",
          "platform",
          "journal",
          "run",
          "resilience",
          "model",
          "sandbox",
          "web",
          "tool",
          "mcp",
          "definition",
          "artifact",
          "approval",
          "budget");

  /** Each room, and the rooms it may call. Nobody calls {@code execution}. */
  private static final Map<String, Set<String>> MAY_CALL =
      Map.ofEntries(
          entry("agent", Set.of()),
          entry("codec", Set.of("agent", "platform")),
          entry("platform", Set.of()),
          entry("journal", Set.of("agent", "codec", "platform")),
          entry("run", Set.of("agent", "journal", "platform")),
          entry("resilience", Set.of("platform")),
          entry("model", Set.of("agent", "codec", "resilience", "platform")),
          entry("sandbox", Set.of("platform")),
          entry("web", Set.of("resilience", "platform")),
          entry("tool", Set.of("agent", "resilience", "sandbox", "web", "platform")),
          entry("mcp", Set.of("agent", "tool", "resilience", "platform")),
          entry("definition", Set.of("agent", "model", "tool", "journal", "platform")),
          entry("artifact", Set.of("agent", "model", "tool", "sandbox", "resilience", "platform")),
          entry("approval", Set.of("agent", "run", "journal", "platform")),
          entry("budget", Set.of("agent", "run", "journal", "platform")),
          entry("schedule", Set.of("agent", "run", "platform")),
          entry("execution", INNER_ROOMS),
          entry("api", with(INNER_ROOMS, "schedule")),
          entry("openapi", Set.of("agent", "journal", "api", "platform")),
          entry("cli", Set.of("api", "journal", "platform")));

  @ArchTest static final ArchRule roomsCallOnlyWhomTheyMay = callTable();

  @ArchTest
  static final ArchRule everythingHasItsRoom =
      classes()
          .should()
          .resideInAnyPackage(
              MAY_CALL.keySet().stream().map(ArchitectureTest::in).toArray(String[]::new));

  @ArchTest
  static final ArchRule theKernelIsPlainJava =
      classes()
          .that()
          .resideInAPackage("dev.reprise.agent..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("dev.reprise.agent..", "java..", "org.jspecify..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule resilienceIsPlainJava =
      classes()
          .that()
          .resideInAPackage("dev.reprise.resilience..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                      "dev.reprise.resilience..", "java..", "javax.sql", "org.jspecify..")
                  .or(belongToAnyOf(Causes.class, SqlErrors.class)));

  @ArchTest
  static final ArchRule roomsFormNoCycle =
      slices().matching("dev.reprise.(*)..").should().beFreeOfCycles().allowEmptyShould(true);

  @ArchTest
  static final ArchRule noEmptyNames =
      noClasses()
          .should()
          .haveNameMatching(".*(Impl|Manager|Helper|Utils?)")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule timeComesFromAClock =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.reprise.platform.SystemClock")
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(LocalDateTime.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule randomnessIsPassedIn =
      noClasses().should().callMethod(Math.class, "random").allowEmptyShould(true);

  @ArchTest
  static final ArchRule onlyTheExecutionStartsJobs =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.reprise.execution..")
          .should()
          .callMethod("jakarta.batch.runtime.BatchRuntime", "getJobOperator")
          .allowEmptyShould(true);

  /** Every attempt is a step in the journal; and this one would be made inside a transaction. */
  @ArchTest
  static final ArchRule nothingIsTriedAgainByAnnotation =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("org.eclipse.microprofile.faulttolerance.Retry")
          .allowEmptyShould(true);

  private static Set<String> with(Set<String> rooms, String another) {
    return Stream.concat(rooms.stream(), Stream.of(another)).collect(toUnmodifiableSet());
  }

  /** What is not in the document is not in the table of who may ask for what either. */
  @ArchTest
  static final ArchRule everyOperationOfTheApiIsDocumented =
      noMethods()
          .that()
          .areDeclaredInClassesThat()
          .doNotHaveSimpleName("OpenApiResource")
          .should()
          .beAnnotatedWith(
              DescribedPredicate.describe(
                  "@Operation(hidden = true)",
                  annotation ->
                      annotation.getRawType().isEquivalentTo(Operation.class)
                          && annotation.get("hidden").filter(Boolean.TRUE::equals).isPresent()));

  private static ArchRule callTable() {
    var rule = layeredArchitecture().consideringOnlyDependenciesInLayers().withOptionalLayers(true);
    for (var room : MAY_CALL.keySet()) {
      rule = rule.layer(room).definedBy(in(room));
    }
    for (var row : MAY_CALL.entrySet()) {
      var layer = rule.whereLayer(row.getKey());
      rule =
          row.getValue().isEmpty()
              ? layer.mayNotAccessAnyLayer()
              : layer.mayOnlyAccessLayers(row.getValue().toArray(String[]::new));
    }
    return rule;
  }

  private static String in(String room) {
    return "dev.reprise." + room + "..";
  }
}
