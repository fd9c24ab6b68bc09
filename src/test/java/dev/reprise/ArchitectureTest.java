package dev.reprise;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.CanBeAnnotated.Predicates.annotatedWith;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noConstructors;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import jakarta.batch.runtime.BatchRuntime;
import jakarta.ejb.Singleton;
import jakarta.enterprise.context.NormalScope;
import jakarta.inject.Inject;
import jakarta.inject.Scope;
import jakarta.ws.rs.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.openapi.annotations.Operation;

/**
 * What no class does, and which packages stay pure. Which room may call which is the subject of
 * {@link CallTableTest}.
 */
@AnalyzeClasses(packages = "dev.reprise", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  /** Each package is a slice of its own, so that cycles inside a room are found too. */
  @ArchTest
  static final ArchRule packagesFormNoCycle =
      slices().matching("dev.reprise.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule agentIsPlainJava =
      classes()
          .that()
          .resideInAPackage("dev.reprise.agent..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("dev.reprise.agent..", "java..", "org.jspecify..");

  /** The state of a run and the next step are functions of the journal: no SQL, no container. */
  @ArchTest
  static final ArchRule stateAndDecisionsArePure =
      classes()
          .that()
          .resideInAnyPackage(
              "dev.reprise.run.approval", "dev.reprise.run.state", "dev.reprise.run.decision")
          .should()
          .onlyDependOnClassesThat(
              are(resideInAnyPackage(
                      "dev.reprise.run.approval",
                      "dev.reprise.run.state",
                      "dev.reprise.run.decision",
                      "dev.reprise.agent..",
                      "dev.reprise.journal",
                      "dev.reprise.journal.codec",
                      "dev.reprise.platform",
                      "dev.reprise.platform.schema",
                      "com.fasterxml.jackson..",
                      "java..",
                      "org.jspecify.."))
                  .and(DescribedPredicate.not(resideInAnyPackage("java.sql.."))));

  @ArchTest
  static final ArchRule recurrenceIsPure =
      classes()
          .that()
          .resideInAPackage("dev.reprise.schedule.recurrence")
          .should()
          .onlyDependOnClassesThat(
              are(
                  resideInAnyPackage(
                      "dev.reprise.schedule.recurrence",
                      "java.lang..",
                      "java.time..",
                      "java.util..",
                      "org.jspecify..")));

  /** Tables are the one thing that the retry engine, breakers and pauses need of the platform. */
  @ArchTest
  static final ArchRule resilienceIsPlainJava =
      classes()
          .that()
          .resideInAPackage("dev.reprise.resilience..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.reprise.resilience..",
              "dev.reprise.platform",
              "dev.reprise.platform.jdbc",
              "java..",
              "javax.sql",
              "org.jspecify..");

  @ArchTest
  static final ArchRule noNameIsVague =
      noClasses().should().haveNameMatching(".*(Impl|Manager|Helper|Utils?)");

  @ArchTest
  static final ArchRule exceptionsSayThatTheyAre =
      classes()
          .that()
          .areAssignableTo(Throwable.class)
          .should()
          .haveSimpleNameEndingWith("Exception");

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
          .callMethod(System.class, "nanoTime");

  /** A bean needs none for its proxy, which Weld makes without a constructor. */
  @ArchTest
  static final ArchRule noBeanHasAnEmptyConstructorForItsProxy =
      noConstructors()
          .that()
          .areNotPublic()
          .and()
          .areDeclaredInClassesThat(
              DescribedPredicate.describe(
                  "have a constructor with @Inject",
                  type ->
                      type.getConstructors().stream()
                          .anyMatch(it -> it.isAnnotatedWith(Inject.class))))
          .should()
          .haveRawParameterTypes(new Class<?>[0]);

  /**
   * A property is read through its declaration, so that it is checked and documented. The others
   * read properties of the container, or properties that a setting names.
   */
  @ArchTest
  static final ArchRule settingsAreReadThroughTheirDeclarations =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.reprise.platform.settings.Setting")
          .and()
          .doNotHaveFullyQualifiedName("dev.reprise.platform.SecretReference")
          .and()
          .doNotHaveFullyQualifiedName("dev.reprise.platform.redaction.RedactionRules")
          .and()
          .doNotHaveFullyQualifiedName("dev.reprise.platform.server.ServerIdentity")
          .and()
          .doNotHaveFullyQualifiedName("dev.reprise.model.provider.ProviderSettings")
          .should()
          .callMethodWhere(
              DescribedPredicate.describe(
                  "reads a property",
                  call ->
                      call.getTargetOwner().isEquivalentTo(Config.class)
                          && Set.of(
                                  "getValue",
                                  "getValues",
                                  "getOptionalValue",
                                  "getOptionalValues",
                                  "getConfigValue")
                              .contains(call.getName())))
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(ConfigProperty.class);

  /**
   * What comes from elsewhere is read within the bounds of {@code Json}. Clients read answers of
   * their server, and {@code OpenApiResource} only writes YAML.
   */
  @ArchTest
  static final ArchRule jsonIsReadWithinBounds =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.reprise.platform..", "dev.reprise.client..", "dev.reprise.cli..")
          .and()
          .doNotHaveSimpleName("OpenApiResource")
          .should()
          .callCodeUnitWhere(
              DescribedPredicate.describe(
                  "makes a reader of its own",
                  call ->
                      Set.of("<init>", "builder").contains(call.getName())
                          && (call.getTargetOwner().isEquivalentTo(JsonFactory.class)
                              || (call.getTargetOwner().isAssignableTo(ObjectMapper.class)
                                  && call.getTarget().getRawParameterTypes().isEmpty()))));

  @ArchTest
  static final ArchRule randomnessIsPassedIn =
      noClasses().should().callMethod(Math.class, "random");

  @ArchTest
  static final ArchRule onlyTheExecutionStartsJobs =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.reprise.execution..")
          .should()
          .callMethod(BatchRuntime.class, "getJobOperator");

  /** Every attempt is a step in the journal; and a retry by annotation runs in one transaction. */
  @ArchTest
  static final ArchRule nothingIsRetriedByAnnotation =
      noClasses().should().dependOnClassesThat().areAssignableTo(Retry.class);

  /** An operation that the document lacks would be absent from the table of who may call what. */
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

  /** A log line, a stack trace and a glossary name a bean by its simple name. */
  @ArchTest
  static void noTwoBeansHaveTheSameSimpleName(JavaClasses classes) {
    assertThat(classes.stream().filter(ArchitectureTest::isBean))
        .hasSizeGreaterThan(300)
        .extracting(JavaClass::getSimpleName)
        .doesNotHaveDuplicates();
  }

  private static boolean isBean(JavaClass type) {
    return type.isMetaAnnotatedWith(NormalScope.class)
        || type.isMetaAnnotatedWith(Scope.class)
        || type.isAnnotatedWith(Singleton.class);
  }

  /** The roles and the audit of a resource's methods count for requests alone. */
  @ArchTest
  static final ArchRule nothingCallsAResource =
      noFields().should().haveRawType(annotatedWith(Path.class));

  /** JAX-RS chooses a class first: one with a longer path would hide operations of the others. */
  @ArchTest
  static void noResourceHidesOperationsOfAnother(JavaClasses classes) {
    List<JavaClass> resources =
        classes.stream().filter(type -> type.isAnnotatedWith(Path.class)).toList();
    for (JavaClass resource : resources) {
      assertThat(resources)
          .filteredOn(other -> path(other).length() < path(resource).length())
          .flatExtracting(JavaClass::getMethods)
          .filteredOn(method -> method.isAnnotatedWith(Path.class))
          .extracting(ArchitectureTest::address)
          .as("hidden by " + resource.getSimpleName())
          .noneMatch(address -> (address + "/").startsWith(path(resource) + "/"));
    }
  }

  private static String address(JavaMethod method) {
    String inClass = path(method.getOwner());
    String inMethod = method.getAnnotationOfType(Path.class).value();
    return inClass.isEmpty() ? inMethod : inClass + "/" + inMethod;
  }

  private static String path(JavaClass resource) {
    return resource.getAnnotationOfType(Path.class).value().replaceFirst("^/$", "");
  }
}
