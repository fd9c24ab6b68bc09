package dev.reprise.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.client.stream.Event;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person sees of a run that is watched. */
class ViewsTest {

  private static final Event CALL =
      WatchedRunTest.recorded(
          1, "tool-call.started", "{\"callId\": \"a\", \"tool\": \"read_file\"}");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          phase.started | {"phase": "look"} | phase look begins
          model.replied | {"blocks": [{"kind": "text", "text": "Hi"}, {"kind": "call", "tool": "read_file"}]} | model replied: Hi; calls read_file
          model.replied | {"blocks": [{"kind": "call", "tool": "a"}, {"kind": "call", "tool": "b"}]} | model replied: calls a, b
          model.retrying | {"failure": {"code": "overloaded", "message": "busy"}} | model retrying: busy (overloaded)
          tool-call.completed | {"callId": "a", "content": "x"} | call a is complete: x
          tool-call.failed | {"callId": "a", "failure": {"code": "c", "message": "m"}} | call a: failed: m (c)
          tool-call.asked | {"callId": "a", "asking": "APPROVAL", "question": "May I?"} | call a waits for an approval: May I?
          run.waiting | {"waitingFor": "timer", "reason": "later", "until": "2027-01-01T00:00:00Z"} | waits for timer until 2027-01-01T00:00:00Z: later
          run.failed | {"failure": {"code": "c", "message": "m"}} | failed: m (c)
          budget.reached | {"crossing": {"kind": "RUN_USD", "limit": 5, "spent": 4.8, "needed": 0.3}} | budget reached, RUN_USD: 4.8 of 5 spent, the next call needs 0.3
          """)
  void anEventIsALine(String type, String data, String expected) {
    assertThat(EventText.of(WatchedRunTest.recorded(1, type, data))).isEqualTo(expected);
  }

  @Test
  void whatAToolWritesCannotCommandTheTerminal() {
    Event event =
        WatchedRunTest.recorded(
            1, "tool-call.completed", "{\"callId\": \"a\", \"content\": \"\\u001b[2J\\nx\"}");

    assertThat(EventText.of(event)).isEqualTo("call a is complete: ⟨U+001B⟩[2J x");
  }

  @Test
  void linesAreAppendedAndTheConnectionIsNoData() {
    var view = new LineView(new PrintWriter(out), new PrintWriter(err), ZoneOffset.UTC);

    view.connected();
    view.show(CALL, WatchedRun.UNKNOWN.after(CALL));
    view.lost("the connection was lost", Duration.ofMillis(2500));
    view.connected();

    assertThat(out.toString())
        .isEqualToNormalizingNewlines("04:30:05  call a of read_file begins\n");
    assertThat(err.toString())
        .isEqualToNormalizingNewlines(
            "the connection was lost; tries again in 2.5 s\nconnected again\n");
  }

  @Test
  void aTerminalKeepsTheStatusBelowTheEvents() {
    var view = new TerminalView(new PrintWriter(out), ZoneOffset.UTC, 80);

    view.show(CALL, WatchedRun.UNKNOWN.after(CALL));
    view.lost("the connection was lost", Duration.ofSeconds(2));

    assertThat(out.toString())
        .isEqualToNormalizingNewlines(
            """
            04:30:05  call a of read_file begins
             UNKNOWN: calling read_file
            [------------------------] 0 of 0 phases
            0 tokens, 0 USD
            \u001b[3A\u001b[J UNKNOWN: calling read_file
            [------------------------] 0 of 0 phases
            0 tokens, 0 USD
            the connection was lost; tries again in 2.0 s
            """);
  }

  @Test
  void theBarFillsUp() {
    assertThat(StatusBlock.bar(1, 3)).isEqualTo("[########----------------]");
    assertThat(StatusBlock.bar(3, 3)).isEqualTo("[########################]");
  }
}
