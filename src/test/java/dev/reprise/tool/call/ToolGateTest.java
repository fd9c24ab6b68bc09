package dev.reprise.tool.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.operations.killswitch.KillSwitches;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.tool.TestCalls;
import dev.reprise.tool.ToolBench;
import dev.reprise.tool.ToolFixture;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolGateTest {

  @ParameterizedTest
  @CsvSource({
    "write_file, 'code may call tools that only read, and ''write_file'' is none'",
    "delete_file, 'code may call tools that only read, and ''delete_file'' is none'",
  })
  void refusesCodeWhatChangesSomething(String tool, String why) {
    var gate = ToolFixture.gate(new ToolCatalogue(ToolBench.BUILT_IN), ToolFixture.policy());

    assertThat(gate.permission(ToolUse.NESTED_CALL, call(tool), TestCalls.origin()))
        .isInstanceOfSatisfying(
            ToolPermission.Refused.class, it -> assertThat(it.why().message()).isEqualTo(why));
  }

  @Test
  void asksAPersonBeforeADangerousCall() {
    var gate = ToolFixture.gate(new ToolCatalogue(ToolBench.BUILT_IN), ToolFixture.policy());

    assertThat(gate.permission(ToolUse.CALL, call("delete_file"), TestCalls.origin()))
        .isInstanceOf(ToolPermission.NeedsPerson.class);
  }

  /** The path of a step waits for no database: a server reads its switches every 400 ms at most. */
  @Test
  void readsTheSwitchesOnceForAllCallsOfAMoment() {
    var connections = new AtomicInteger();
    var switches = new KillSwitches(new Database(counting(connections)), () -> 1);
    var gate =
        ToolFixture.gate(
            new ToolCatalogue(ToolBench.BUILT_IN), ToolFixture.policy(), switches::onToolCall);

    for (int n = 0; n < 10_000; n++) {
      assertThat(gate.permission(ToolUse.CALL, call("read_file"), TestCalls.origin()))
          .isInstanceOf(ToolPermission.Permitted.class);
    }

    assertThat(connections).hasValue(1);
  }

  private static DataSource counting(AtomicInteger connections) {
    DataSource database = TestDatabases.derby();
    return (DataSource)
        Proxy.newProxyInstance(
            ToolGateTest.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getConnection")) {
                connections.incrementAndGet();
              }
              return method.invoke(database, arguments);
            });
  }

  private static ToolCall call(String tool) {
    return new ToolCall("c1", tool, JsonValue.EMPTY_OBJECT);
  }
}
