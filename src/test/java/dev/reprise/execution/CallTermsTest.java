package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.JsonValue;
import dev.reprise.agent.ToolCall;
import dev.reprise.agent.ToolOutcome;
import dev.reprise.resilience.FailureClass;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknown;
import dev.reprise.tool.ToolFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many calls of a tool are made at once. */
class CallTermsTest {

  private static final CallResult DONE =
      new CallResult(new ToolOutcome.Succeeded("done"), Optional.empty());
  private static final ToolCall LOOK = new ToolCall("c1", "look", JsonValue.EMPTY_OBJECT);
  private static final ToolCall PUT = new ToolCall("c2", "put", JsonValue.EMPTY_OBJECT);

  private final CallTerms terms;

  CallTermsTest(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("tools.yaml");
    Files.writeString(file, "- {name: look, concurrency: 2}");
    this.terms =
        new CallTerms(
            ToolFixture.catalogue(new World().tools(World.BEGINNING)), ToolFixture.policy(file));
  }

  @Test
  void refusesOneMoreThanMayBeAtOnceAndNoneOfAnotherTool() throws Exception {
    CallResult result =
        terms.inPlace(
            LOOK,
            () ->
                terms.inPlace(
                    LOOK,
                    () -> {
                      assertThatThrownBy(() -> terms.inPlace(LOOK, () -> DONE))
                          .isInstanceOfSatisfying(
                              ToolBusy.class,
                              busy -> {
                                assertThat(busy.fault().kind()).isEqualTo(FailureClass.OVERLOADED);
                                assertThat(busy.fault().message())
                                    .contains("at most 2 calls of look at once");
                              });
                      return terms.inPlace(PUT, () -> DONE);
                    }));

    assertThat(result).isEqualTo(DONE);
  }

  @Test
  void freesThePlaceOfACallHoweverItEnds() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(
              () ->
                  terms.inPlace(
                      LOOK,
                      () -> {
                        throw new OutcomeUnknown("look", "the line went dead");
                      }))
          .isInstanceOf(OutcomeUnknown.class);
    }

    assertThat(terms.inPlace(LOOK, () -> DONE)).isEqualTo(DONE);
  }
}
