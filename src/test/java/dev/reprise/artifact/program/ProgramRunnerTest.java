package dev.reprise.artifact.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.artifact.Failure;
import dev.reprise.artifact.Program;
import dev.reprise.resilience.FailureClass;
import dev.reprise.sandbox.HostFunction;
import dev.reprise.sandbox.HostFunctionException;
import dev.reprise.sandbox.Sandbox;
import dev.reprise.sandbox.SandboxFixture;
import dev.reprise.sandbox.Script;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.call.ToolCatalogue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who is to blame for what the sandbox does not finish. */
class ProgramRunnerTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final Sandbox SANDBOX = SandboxFixture.sandbox(LIMIT);

  private final AtomicLong nanos = new AtomicLong();
  private final ToolCatalogue catalogue = new ToolCatalogue(List.of());
  private final ProgramRunner runner =
      new ProgramRunner(
          SANDBOX,
          ToolFixture.gate(catalogue, ToolFixture.policy()),
          ToolFixture.caller(catalogue),
          nanos::get);

  /** The first engine may take longer than a call. */
  @BeforeAll
  static void warmUp() throws InterruptedException {
    for (int n = 0; n < 10; n++) {
      SANDBOX.run("acme", new Script("return 1;", NullNode.instance, Map.of()));
    }
  }

  @Test
  void aTimeThatWasMostlySpentOnToolsIsTheirFault() throws Exception {
    String endless = "await callTool('look', {}); while (true) {}";
    assertThat(kind(endless, taking(LIMIT.dividedBy(2).plusMillis(1))))
        .contains(FailureClass.EXTRINSIC);
    assertThat(kind(endless, taking(LIMIT.dividedBy(2).minusMillis(1))))
        .contains(FailureClass.INTRINSIC);
  }

  @Test
  void aCallThatTheCodeDoesNotDeclareIsItsOwnFaultWhateverFailedBefore() throws Exception {
    HostFunction down =
        arguments -> {
          throw new HostFunctionException(FailureClass.CONNECTION.code(), "the network is down");
        };
    String undeclared =
        "try { await callTool('look', {}); } catch (e) {} await callTool('other', {});";

    assertThat(kind("await callTool('look', {});", down)).contains(FailureClass.EXTRINSIC);
    assertThat(kind(undeclared, down)).contains(FailureClass.INTRINSIC);
  }

  @Test
  void aFullSandboxIsOverloadedAndSaysNothingAboutTheCode() throws Exception {
    var free = new CountDownLatch(1);
    var begun = new CountDownLatch(2);
    HostFunction waits =
        arguments -> {
          begun.countDown();
          free.await();
          return TextNode.valueOf("");
        };
    try (var threads = Executors.newFixedThreadPool(2)) {
      List<Future<?>> others =
          List.of(
              threads.submit(() -> run("await callTool('look', {}); return 1;", waits)),
              threads.submit(() -> run("await callTool('look', {}); return 1;", waits)));
      try {
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
        assertThatThrownBy(() -> run("return 1;", waits))
            .isInstanceOfSatisfying(
                ToolException.class,
                it -> assertThat(it.failure().code()).isEqualTo(FailureClass.OVERLOADED.code()));
      } finally {
        free.countDown();
      }
      for (Future<?> other : others) {
        other.get();
      }
    }
  }

  private HostFunction taking(Duration time) {
    return arguments -> {
      nanos.addAndGet(time.toNanos());
      return TextNode.valueOf("");
    };
  }

  private Optional<FailureClass> kind(String code, HostFunction tools) throws Exception {
    return run(code, tools).end().failure(NOW).map(Failure::kind);
  }

  private ProgramRun run(String code, HostFunction tools) throws Exception {
    return runner.run(
        new Program(code, List.of("look")),
        BooleanNode.TRUE,
        NullNode.instance,
        tools,
        "acme",
        false);
  }
}
