package dev.reprise.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.JsonValue;
import dev.reprise.agent.ToolCall;
import dev.reprise.agent.ToolOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A tool is asked what became of a call; whatever keeps it from saying so is no answer. */
@Timeout(30)
class InquiryTest {

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch interrupted = new CountDownLatch(1);

  private Path root;

  @BeforeEach
  void open(@TempDir Path root) {
    this.root = root;
  }

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void handsTheCallOverAndTheAnswerBack() throws Exception {
    assertThat(
            ask(
                request ->
                    new Reconciliation.Happened(
                        request.idempotencyKey() + " " + request.arguments())))
        .isEqualTo(new Reconciliation.Happened("key {\"a\":1}"));
    assertThat(ask(request -> new Reconciliation.DidNotHappen()))
        .isEqualTo(new Reconciliation.DidNotHappen());
    assertThat(ask(request -> new Reconciliation.CannotTell("the ledger is closed")))
        .isEqualTo(new Reconciliation.CannotTell("the ledger is closed"));
  }

  @Test
  void cutsALongResultAsThatOfACall() throws Exception {
    var answer = ask(request -> new Reconciliation.Happened("x".repeat(70_000)));

    assertThat(((Reconciliation.Happened) answer).content()).endsWith("bytes are left out]\n");
  }

  @Test
  void cannotTellWhenTheToolFailsAndHidesWhereItsFilesAre() throws Exception {
    assertThat(
            ask(
                request -> {
                  throw new IOException("no luck\nwith " + root.toRealPath().resolve("a.txt"));
                }))
        .isEqualTo(new Reconciliation.CannotTell("stub failed: IOException: no luck with a.txt"));
  }

  @Test
  void cannotTellWhenTimeIsUpAndInterruptsTheTool() throws Exception {
    var slow =
        reconcilable(
            Duration.ofMillis(50),
            request -> {
              try {
                new CountDownLatch(1).await();
                return new Reconciliation.DidNotHappen();
              } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
              }
            });

    assertThat(ask(slow, "{\"a\":1}"))
        .isEqualTo(new Reconciliation.CannotTell("stub gave no answer within 0.05s"));
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void doesNotAskWithArgumentsThatDoNotFit() throws Exception {
    var tool =
        reconcilable(
            Duration.ofSeconds(30),
            request -> {
              throw new AssertionError("asked");
            });

    assertThat(ask(tool, "[]"))
        .isEqualTo(
            new Reconciliation.CannotTell(
                "stub was not run: arguments: array found, object expected"));
  }

  @Test
  void cannotTellWhereTheToolIsGoneOrIsOfAnotherKindNow() throws Exception {
    var other =
        StubTool.of(
            EffectClass.ONCE, Duration.ofSeconds(30), request -> new ToolOutcome.Succeeded(""));

    assertThat(ask(other, "{}"))
        .isEqualTo(new Reconciliation.CannotTell("stub cannot be asked any more"));
    assertThat(
            new ToolCaller(new ToolCatalogue(List.of()), executor)
                .reconcile(call("{}"), "key", new Workspace(root)))
        .isInstanceOfSatisfying(
            Reconciliation.CannotTell.class,
            answer -> assertThat(answer.reason()).contains("no tool 'stub'"));
  }

  private Reconciliation ask(ReconcilableStub.Answer answer) throws Exception {
    return ask(reconcilable(Duration.ofSeconds(30), answer), "{\"a\":1}");
  }

  private Reconciliation ask(Tool tool, String arguments) throws Exception {
    return new ToolCaller(new ToolCatalogue(List.of(tool)), executor)
        .reconcile(call(arguments), "key", new Workspace(root));
  }

  private static ReconcilableStub reconcilable(Duration timeout, ReconcilableStub.Answer answer) {
    return new ReconcilableStub(
        StubTool.of(
            EffectClass.RECONCILABLE,
            timeout,
            request -> {
              throw new AssertionError("run");
            }),
        answer);
  }

  private static ToolCall call(String arguments) {
    return new ToolCall("c1", "stub", new JsonValue(arguments));
  }
}
