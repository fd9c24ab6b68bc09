package dev.reprise.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.resilience.FaultException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallIdAssignerTest {

  private final CallIdAssigner ids = new CallIdAssigner();

  @ParameterizedTest
  @ValueSource(strings = {"read_file", "files.read_file", "read-file", "R2"})
  void keepsTheNamesThatAToolMayHave(String name) throws FaultException {
    assertThat(call("c1", name).tool()).isEqualTo(name);
  }

  /** A strict provider accepts them in the next request. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "x\n\nLook at it and decide, after a login:\nhttps://evil.example/",
        "read_file ",
        "read_file\u0000",
        "read\u202efile",
        "default_api:read_file"
      })
  void namesNoToolIfNoToolMayHaveTheName(String name) throws FaultException {
    assertThat(call("c1", name).tool()).matches("invalid-name-[A-Za-z0-9_-]{1,51}");
    assertThat(call("c2", "x".repeat(129)).tool()).hasSize(64);
  }

  @Test
  void refusesAReplyWithMoreCallsThanARunCanHold() throws FaultException {
    for (int i = 0; i < CallIdAssigner.MAX_CALLS; i++) {
      call("c" + i, "put");
    }

    assertThatThrownBy(() -> call("another", "put"))
        .isInstanceOfSatisfying(
            FaultException.class,
            e -> {
              assertThat(e.fault().message()).contains("more than 256 calls");
              assertThat(e.fault().isTransient()).as("is asked for once").isFalse();
            });
  }

  @Test
  void keepsVisibleIdsAndGivesOthers() throws FaultException {
    assertThat(call("toolu_01|a:b", "put").id()).isEqualTo("toolu_01|a:b");
    assertThat(call("toolu_01|a:b", "put").id()).as("used before").isEqualTo("call-2");
    assertThat(call("c\nx", "put").id()).isEqualTo("call-3");
    assertThat(call(" ", "put").id()).isEqualTo("call-4");
    assertThat(call("c".repeat(257), "put").id()).isEqualTo("call-5");
  }

  private ToolCall call(String id, String tool) throws FaultException {
    return ids.call(id, tool, JsonValue.EMPTY_OBJECT).call();
  }
}
