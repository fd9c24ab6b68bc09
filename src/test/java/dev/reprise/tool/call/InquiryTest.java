package dev.reprise.tool.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.ReconcilableStub;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.StubTool;
import dev.reprise.tool.TestCalls;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tool is asked what became of a call; whatever keeps it from saying so is no answer. */
class InquiryTest {

  private Path root;

  @BeforeEach
  void open(@TempDir Path root) {
    this.root = root;
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
  void cannotTellWhenTheToolFailsAndHidesWhereItsFilesAre() throws Exception {
    assertThat(
            ask(
                request -> {
                  throw new IOException("no luck\nwith " + root.toRealPath().resolve("a.txt"));
                }))
        .isEqualTo(new Reconciliation.CannotTell("stub failed: no luck with a.txt"));
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
            ToolFixture.caller(new ToolCatalogue(List.of()))
                .reconcile(call("{}"), TestCalls.context("key", root)))
        .isInstanceOfSatisfying(
            Reconciliation.CannotTell.class,
            answer -> assertThat(answer.reason()).contains("no tool 'stub'"));
  }

  private Reconciliation ask(ReconcilableStub.Answer answer) throws Exception {
    return ask(reconcilable(Duration.ofSeconds(30), answer), "{\"a\":1}");
  }

  private Reconciliation ask(Tool tool, String arguments) throws Exception {
    return ToolFixture.caller(new ToolCatalogue(List.of(tool)))
        .reconcile(call(arguments), TestCalls.context("key", root));
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
