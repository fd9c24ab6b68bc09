package dev.reprise.api.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Usage;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a ledger has of an event. */
class LedgerEntryTest {

  @Test
  void hasNoDollarsForAnotherCurrency() {
    assertThat(LedgerEntry.of(started(1, "USD")).orElseThrow().usd()).contains(BigDecimal.ONE);
    assertThat(LedgerEntry.of(started(2, "EUR")).orElseThrow().usd()).isEmpty();
  }

  @Test
  void doesNotTakeUnknownTokensForNone() {
    var reply = Replies.of("only", 1, "done", List.of(), Usage.NONE);
    var estimated = Replies.of("only", 1, "done", List.of(), Usage.estimated(300, 1_000));

    assertThat(LedgerEntry.of(recorded(1, "model.replied", reply)).orElseThrow().usage()).isEmpty();
    assertThat(LedgerEntry.of(recorded(2, "model.replied", estimated)).orElseThrow().usage())
        .hasValueSatisfying(usage -> assertThat(usage.estimatedTokens()).isEqualTo(1_300));
  }

  private static RecordedEvent recorded(long sequence, String type, RunEvent event) {
    return new RecordedEvent(
        "default", new Position(sequence, ""), 1, type, Instant.EPOCH, "{}", event);
  }

  private static RecordedEvent started(long sequence, String currency) {
    RunEvent event =
        new ToolCallEvent.Started(
            "only",
            1,
            "c" + sequence,
            "buy",
            EffectClass.ONCE,
            Optional.of(new CallEstimate(BigDecimal.ONE, currency, CallEstimate.Verdict.NOTICE)),
            Optional.empty());
    return recorded(sequence, "tool-call.started", event);
  }
}
