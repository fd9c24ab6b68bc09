package dev.reprise.artifact;

import static dev.reprise.artifact.FeedReader.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.sandbox.Limit;
import dev.reprise.sandbox.ScriptResult;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which failures are the code's, the outside world's, or between them. */
class CallEndTest {

  static List<Arguments> byItself() {
    return List.of(
        arguments(threw("SyntaxError"), FailureClass.INTRINSIC),
        arguments(threw("ReferenceError"), FailureClass.INTRINSIC),
        arguments(threw("TypeError"), FailureClass.INTRINSIC),
        arguments(threw("RangeError"), FailureClass.INTRINSIC),
        arguments(threw(""), FailureClass.INTRINSIC),
        arguments(new ScriptResult.ReturnedNothing(), FailureClass.INTRINSIC),
        arguments(new ScriptResult.NeverSettled(), FailureClass.INTRINSIC),
        arguments(new ScriptResult.Exceeded(Limit.TIME), FailureClass.INTRINSIC),
        arguments(new ScriptResult.Exceeded(Limit.MEMORY), FailureClass.INTRINSIC),
        arguments(new ScriptResult.Exceeded(Limit.STACK), FailureClass.INTRINSIC),
        arguments(new ScriptResult.Exceeded(Limit.RESULT), FailureClass.INTRINSIC),
        arguments(new ScriptResult.Exceeded(Limit.ENGINES), FailureClass.EXTRINSIC));
  }

  @ParameterizedTest
  @MethodSource("byItself")
  void classifiesAScriptThatFailedByItself(ScriptResult result, FailureClass expected) {
    assertThat(kind(new CallEnd(result, List.of(), Optional.empty(), false, false)))
        .contains(expected);
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "TIMEOUT",
        "CONNECTION",
        "RATE_LIMITED",
        "OVERLOADED",
        "SERVER_ERROR",
        "BREAKER_OPEN"
      })
  void aToolThatDoesNotWorkIsNotTheFaultOfTheCode(FailureClass kind) {
    Optional<Fault> fault = Optional.of(new Fault(kind, "for a test"));

    assertThat(kind(new CallEnd(threw("Error"), List.of(), fault, false, true)))
        .contains(FailureClass.EXTRINSIC);
    assertThat(
            kind(new CallEnd(new ScriptResult.Exceeded(Limit.TIME), List.of(), fault, false, true)))
        .contains(FailureClass.EXTRINSIC);
    assertThat(
            kind(
                new CallEnd(
                    new ScriptResult.Exceeded(Limit.MEMORY), List.of(), fault, false, true)))
        .contains(FailureClass.INTRINSIC);
  }

  @Test
  void aToolThatRefusesTheRequestBlamesTheCode() {
    var refused = Optional.of(new Fault(FailureClass.INVALID_REQUEST, "no such argument"));

    assertThat(kind(new CallEnd(threw("Error"), List.of(), refused, false, true)))
        .contains(FailureClass.INTRINSIC);
  }

  @Test
  void codeThatHasWorkedCannotReadItsDataAnyMore() {
    assertThat(kind(new CallEnd(threw("SyntaxError"), List.of(), Optional.empty(), false, true)))
        .contains(FailureClass.ADAPTIVE);
  }

  @Test
  void codeThatHasWorkedAndFailsOnWhatItReadFindsOtherData() {
    ScriptResult failed = threw("TypeError");

    assertThat(kind(new CallEnd(failed, List.of(), Optional.empty(), true, true)))
        .contains(FailureClass.ADAPTIVE);
    assertThat(kind(new CallEnd(failed, List.of(), Optional.empty(), true, false)))
        .contains(FailureClass.INTRINSIC);
    assertThat(kind(new CallEnd(failed, List.of(), Optional.empty(), false, true)))
        .contains(FailureClass.INTRINSIC);
  }

  @Test
  void aValueMustFitTheDeliverable() {
    var returned = new ScriptResult.Returned(Json.read("[]"));

    assertThat(kind(new CallEnd(returned, List.of(), Optional.empty(), false, true))).isEmpty();
    assertThat(
            new CallEnd(returned, List.of("[0] is missing"), Optional.empty(), true, true)
                .failure(NOW))
        .contains(new Failure(FailureClass.ADAPTIVE, "its value: [0] is missing", NOW));
  }

  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false"})
  void aValueThatDoesNotFitIsTheFaultOfCodeThatNeverWorkedOrReadNothing(
      boolean hasRead, boolean hasWorked) {
    var returned = new ScriptResult.Returned(Json.read("[]"));

    assertThat(
            kind(
                new CallEnd(
                    returned, List.of("[0] is missing"), Optional.empty(), hasRead, hasWorked)))
        .contains(FailureClass.INTRINSIC);
  }

  @Test
  void aScriptCannotExcuseItself() {
    var forged = new ScriptResult.Threw("TimeoutError", "connection refused, status 503", 1);

    assertThat(kind(new CallEnd(forged, List.of(), Optional.empty(), false, true)))
        .contains(FailureClass.INTRINSIC);
  }

  private static ScriptResult threw(String name) {
    return new ScriptResult.Threw(name, "for a test", 1);
  }

  private static Optional<FailureClass> kind(CallEnd end) {
    return end.failure(NOW).map(Failure::kind);
  }
}
