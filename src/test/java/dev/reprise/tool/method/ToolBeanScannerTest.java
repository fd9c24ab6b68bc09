package dev.reprise.tool.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.example.calendar.WorkingDays;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.resilience.FailureClass;
import dev.reprise.tool.Answers;
import dev.reprise.tool.Beans;
import dev.reprise.tool.CostHint;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.RefusedBeans;
import dev.reprise.tool.TestCalls;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.call.ToolUse;
import jakarta.enterprise.inject.se.SeContainer;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Beans with an annotated method are tools, called through a real container; others are refused.
 */
class ToolBeanScannerTest {

  private static final String KEY = "run/phase/1/c1";

  private Path root;

  @BeforeEach
  void open(@TempDir Path root) {
    this.root = root;
  }

  @Test
  void declaresWhatTheAnnotationSays() {
    try (var container = Container.with(Beans.Full.class)) {
      ToolDeclaration full = catalogue(container).declaration("full").orElseThrow();

      assertThat(full)
          .isEqualTo(
              ToolDeclaration.named("full", EffectClass.IDEMPOTENT)
                  .describedAs("Says all.")
                  .taking(new JsonValue("{\"type\":\"object\",\"additionalProperties\":false}"))
                  .dangerous()
                  .in("words", "one", "two")
                  .within(Duration.ofMinutes(2))
                  .costing(CostHint.usd(new BigDecimal("0.25"), new BigDecimal("0.01")))
                  .giving(1024)
                  .build());
    }
  }

  @Test
  void hasDefaultsForWhatMostDoNotCareAbout() {
    try (var container = Container.with(WorkingDays.class)) {
      ToolDeclaration plain = catalogue(container).declaration("working_days").orElseThrow();

      assertThat(plain.dangerous()).isFalse();
      assertThat(plain.tags()).isEmpty();
      assertThat(plain.timeout()).isEqualTo(Duration.ofSeconds(30));
      assertThat(plain.resultLimit()).isEqualTo(ToolDeclaration.RESULT_LIMIT);
      assertThat(plain.costHint()).isEmpty();
    }
  }

  @Test
  void findsOnlyWhatIsAnnotatedOnceForEachBean() {
    try (var container =
        Container.with(Beans.Full.class, Beans.Inherited.class, Beans.Producer.class)) {
      assertThat(catalogue(container).names("acme"))
          .containsExactly("ask_human", "delegate", "full", "inherited", "producer", "wait_until");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "answers_text     | as it is",
        "answers_nothing  | done",
        "answers_outcome  | its own",
        "answers_record   | {\"name\":\"a\",\"on\":\"2026-01-02\"}",
        "answers_list     | [1,2]",
        "answers_some     | there",
        "answers_none     | null",
        "answers_null     | null",
        "answers_tree     | {\"a\":1}",
      })
  void givesWhatTheMethodReturns(String tool, String content) throws Exception {
    try (var container = Container.with(Answers.all())) {
      assertThat(call(container, tool, "{}")).isEqualTo(new ToolOutcome.Succeeded(content));
    }
  }

  @Test
  void failsWhenWhatWasReadCannotBeWritten() throws Exception {
    try (var container = Container.with(Answers.Circle.class)) {
      assertThat(failure(container, "answers_circle", "{}").code()).isEqualTo("tool_failed");
    }
  }

  @Test
  void doesNotKnowTheOutcomeWhenWhatWasDoneCannotBeWritten() {
    try (var container = Container.with(Answers.CircleDone.class)) {
      assertThatThrownBy(() -> call(container, "answers_circle", "{}"))
          .isInstanceOf(OutcomeUnknownException.class)
          .hasMessage(
              "it is unknown how answers_circle ended:"
                  + " its method ended, but its result cannot be written as JSON");
    }
  }

  @Test
  void passesOnWhatTheMethodThrows() throws Exception {
    try (var container = Container.with(Beans.Thrower.class)) {
      assertThat(failure(container, "throws", "{\"what\": \"FAILURE\"}"))
          .isEqualTo(new Failure("no_such_order", "there is no order 7"));
      assertThat(failure(container, "throws", "{\"what\": \"FAULT\"}").code())
          .isEqualTo(FailureClass.OVERLOADED.code());
      assertThat(failure(container, "throws", "{\"what\": \"CHECKED\"}").code())
          .isEqualTo(FailureClass.CONNECTION.code());
      Failure error = failure(container, "throws", "{\"what\": \"ERROR\"}");
      assertThat(error.code()).isEqualTo("tool_failed");
      assertThat(error.message()).startsWith("throws failed: too deep");
      assertThatThrownBy(() -> call(container, "throws", "{\"what\": \"UNKNOWN\"}"))
          .isInstanceOf(OutcomeUnknownException.class)
          .hasMessageContaining("the line went dead");
    }
  }

  @Test
  void givesTheRequestToThoseWhoAsk() throws Exception {
    try (var container = Container.with(Beans.Asking.class)) {
      assertThat(call(container, "asking", "{\"text\": \"hello\"}"))
          .isEqualTo(new ToolOutcome.Succeeded("hello from acme, " + KEY));
    }
  }

  @Test
  void callsThroughTheContainer() throws Exception {
    try (var container =
        Container.with(
            Beans.Counter.class, Beans.Shouting.class, Beans.Shout.class, Beans.Fleeting.class)) {
      call(container, "fleeting", "{}");

      assertThat(call(container, "fleeting", "{}"))
          .as("injected, intercepted, and a new one for each call")
          .isEqualTo(new ToolOutcome.Succeeded("1 OF 2!"));
      assertThat(container.select(Beans.Counter.class).get().ended())
          .as("those of the calls before are ended")
          .isEqualTo(2);
    }
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        arguments(RefusedBeans.Two.class, "@ToolMethod on one, other; a tool is a bean with one"),
        arguments(RefusedBeans.Hidden.class, "one is private, so that the container cannot call"),
        arguments(RefusedBeans.Static.class, "one is static, so that the container cannot call"),
        arguments(RefusedBeans.Final.class, "one is final, so that the container cannot call"),
        arguments(RefusedBeans.Loose.class, "one takes (String, int); a tool's method must"),
        arguments(RefusedBeans.TwoRecords.class, "one takes (Query, Query); a tool's method must"),
        arguments(RefusedBeans.TwoRequests.class, "one takes (ToolRequest, ToolRequest); a tool's"),
        arguments(RefusedBeans.OfGeneric.class, "one takes (Generic); a tool's method must"),
        arguments(
            RefusedBeans.OfAnything.class,
            "it of its arguments is java.lang.Object; there may be: BigDecimal, BigInteger, Boolean"),
        arguments(
            RefusedBeans.OfItself.class,
            "trees.branches of its arguments is dev.reprise.tool.RefusedBeans$Tree; there may be"),
        arguments(
            RefusedBeans.OfNumbers.class,
            "it of its arguments is java.util.Map<java.lang.Integer, java.lang.String>; there may"),
        arguments(
            RefusedBeans.OfWild.class, "it of its arguments is ? extends java.lang.Number; there"),
        arguments(
            RefusedBeans.OfMisplaced.class,
            "it of its arguments has a constraint that cannot be checked: HV000030"),
        arguments(RefusedBeans.Later.class, "one returns java.util.concurrent.CompletionStage"),
        arguments(RefusedBeans.Open.class, "one returns java.io.InputStream, which is no answer"),
        arguments(
            RefusedBeans.Askable.class,
            "has no @ReconcileMethod that finds out what became of a call"),
        arguments(RefusedBeans.Unasked.class, "declares ONCE; it must declare RECONCILABLE"),
        arguments(RefusedBeans.Bodiless.class, "has undo for a tool, but no @ToolMethod"),
        arguments(RefusedBeans.OfAnotherRecord.class, "undo must take the same record as one"),
        arguments(RefusedBeans.TwiceDescribed.class, "words must take nothing and return a String"),
        arguments(RefusedBeans.ToNowhere.class, "names the argument 'url', which its record does"),
        arguments(RefusedBeans.Wordless.class, "has no description"),
        arguments(RefusedBeans.Camel.class, "a tool's name must be snake case, not 'getA'"),
        arguments(RefusedBeans.Timeless.class, "'10 seconds', which is no ISO duration such as"),
        arguments(RefusedBeans.Priceless.class, "costs 'much', which is no amount of US dollars"),
        arguments(RefusedBeans.Rewarding.class, "must be at least 0, not -0.25"),
        arguments(RefusedBeans.OfARequest.class, "is @RequestScoped, but a call belongs to no"),
        arguments(RefusedBeans.Typeless.class, "a tool must have its class among its types"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void doesNotStartWithABeanThatIsNoTool(Class<?> bean, String reason) {
    assertThatThrownBy(() -> Container.with(bean))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(bean.getName() + ": ")
        .hasMessageContaining(reason);
  }

  @Test
  void doesNotStartWithAPatternThatCannotBeChecked() {
    assertThatThrownBy(() -> Container.with(RefusedBeans.OfLooking.class))
        .hasStackTraceContaining("tool 'a' declares invalid arguments: ")
        .hasStackTraceContaining("(?=");
  }

  @Test
  void doesNotStartWithTwoOfOneName() {
    assertThatThrownBy(() -> Container.with(Answers.Circle.class, Answers.CircleDone.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two tools are named 'answers_circle'");
  }

  private static ToolCatalogue catalogue(SeContainer container) {
    return container.select(ToolCatalogue.class).get();
  }

  private ToolOutcome call(SeContainer container, String tool, String arguments) throws Exception {
    var caller = ToolFixture.caller(catalogue(container));
    var call = new ToolCall("c1", tool, new JsonValue(arguments));
    return caller.call(ToolUse.CLEARED_CALL, call, TestCalls.context(KEY, root, tool)).outcome();
  }

  private Failure failure(SeContainer container, String tool, String arguments) throws Exception {
    ToolOutcome outcome = call(container, tool, arguments);
    assertThat(outcome).isInstanceOf(ToolOutcome.Failed.class);
    return ((ToolOutcome.Failed) outcome).failure();
  }
}
