package dev.reprise.sandbox;

import static dev.reprise.sandbox.Scripts.script;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.reprise.fixture.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many scripts at once, and some that do all that they can to stay. */
@Timeout(300)
class ManyScriptsTest {

  private static final long MEMORY = 16L << 20;
  private static final int ENGINES = 4;

  /** If all of them held their memory at once, they would exceed what the test allows. */
  private static final int SCRIPTS = Sample.isWhole() ? 200 : 100;

  private final Sandbox sandbox =
      Scripts.sandbox(
          new SandboxLimits(MEMORY, Duration.ofSeconds(200), 1000, 10_000, ENGINES, ENGINES));

  @Test
  void manyAtOnceHoldNoMoreThanTheirEnginesMay() throws Exception {
    sandbox.run("acme", script("return 1"));
    long before = used();
    var most = new AtomicLong();
    var atOnce = new AtomicInteger();
    var mostAtOnce = new AtomicInteger();
    HostFunction look =
        arguments -> {
          mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
          most.accumulateAndGet(used(), Math::max);
          atOnce.decrementAndGet();
          return arguments;
        };

    List<ScriptResult> endings = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<ScriptOutcome>> outcomes = new ArrayList<>();
      for (int i = 0; i < SCRIPTS; i++) {
        String code =
            i % 10 == 0
                ? "const a = []; for (;;) a.push('x'.repeat(10000) + a.length)"
                : "const a = new Uint8Array(4e6); await look(1); return a.length";
        outcomes.add(
            threads.submit(
                () ->
                    sandbox.run(
                        "acme", new Script(code, NullNode.instance, Map.of("look", look)))));
      }
      for (Future<ScriptOutcome> outcome : outcomes) {
        endings.add(outcome.get().ending());
      }
    }

    assertThat(endings.stream().filter(new ScriptResult.Exceeded(Limit.MEMORY)::equals))
        .hasSize(SCRIPTS / 10);
    assertThat(endings.stream().filter(Scripts.returned("4000000")::equals))
        .hasSize(SCRIPTS - SCRIPTS / 10);
    assertThat(mostAtOnce.get()).isLessThanOrEqualTo(ENGINES);
    assertThat(most.get() - before)
        .as("bytes of heap, garbage not yet collected included")
        .isLessThan(1L << 30);
    System.gc();
    assertThat(used() - before).as("bytes of heap in the end").isLessThan(ENGINES * MEMORY);
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    if (runtime.totalMemory() - runtime.freeMemory() > (512L << 20)) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** A question near the end of the guest's stack must not leave anything half done here. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "const f = () => { look(1); f() }; f()",
        "const f = () => { look(1); [1].map(f) }; f()",
        "const f = () => { look(1); JSON.parse('[1]', f) }; f()",
        "const f = () => { look(1); 'a'.replace(/a/, f) }; f()",
        "const f = () => { look(1); JSON.stringify({toJSON: f}) }; f()",
        "const f = () => { look(1); [2, 1].sort(f) }; f()",
        "const f = () => { look(1); return Reflect.construct(class { constructor() { f() } }, [])"
            + " }; f()",
        "const p = new Proxy({}, {get: (t, k, r) => { look(1); return r[k] }}); p.a",
        "const f = () => { look(1); eval('f()') }; f()",
      })
  void asksTheHostAtEveryDepth(String code) throws Exception {
    HostFunction look = arguments -> arguments;
    var narrow =
        Scripts.sandbox(new SandboxLimits(MEMORY, Duration.ofSeconds(60), 1000, 10_000, 1, 1));

    ScriptOutcome deep =
        narrow.run("acme", new Script(code, NullNode.instance, Map.of("look", look)));

    assertThat(deep.ending()).isEqualTo(new ScriptResult.Exceeded(Limit.STACK));
    assertThat(
            narrow
                .run(
                    "acme",
                    new Script("return await look(1)", NullNode.instance, Map.of("look", look)))
                .ending())
        .isEqualTo(Scripts.returned("[1]"));
  }

  @Test
  void anInterruptEndsAScriptAndFreesItsPlace() throws Exception {
    var narrow =
        Scripts.sandbox(new SandboxLimits(MEMORY, Duration.ofSeconds(100), 1000, 10_000, 1, 1));
    var begun = new CountDownLatch(1);
    HostFunction begin =
        arguments -> {
          begun.countDown();
          return arguments;
        };
    var script = new Script("await begin(); for (;;);", NullNode.instance, Map.of("begin", begin));
    try (var threads = Executors.newSingleThreadExecutor()) {
      Future<ScriptOutcome> endless = threads.submit(() -> narrow.run("acme", script));
      begun.await();

      endless.cancel(true);

      assertThat(narrow.run("acme", script("return 1")).ending()).isEqualTo(Scripts.returned("1"));
    }
  }

  @Test
  void aTenantWithManyScriptsLeavesEnginesToOthers() throws Exception {
    var shared =
        Scripts.sandbox(new SandboxLimits(MEMORY, Duration.ofSeconds(60), 1000, 10_000, 2, 1));
    var begun = new CountDownLatch(1);
    HostFunction begin =
        arguments -> {
          begun.countDown();
          return arguments;
        };
    var endless = new Script("await begin(); for (;;);", NullNode.instance, Map.of("begin", begin));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<ScriptOutcome>> greedy =
          List.of(
              threads.submit(() -> shared.run("acme", endless)),
              threads.submit(() -> shared.run("acme", endless)));
      begun.await();

      assertThat(shared.run("globex", script("return 1")).ending())
          .isEqualTo(Scripts.returned("1"));
      assertThat(greedy).as("none ended to make way").noneMatch(Future::isDone);

      greedy.forEach(it -> it.cancel(true));
    }
  }
}
