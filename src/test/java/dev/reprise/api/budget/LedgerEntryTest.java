package dev.reprise.api.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.EffectClass;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pages of a ledger lead from one to the next until the newest event. */
class LedgerPageTest {

  @Test
  void leadsOnAfterFewLargeEvents() {
    var page = LedgerResource.page(List.of(started(7, "USD"), started(8, "USD")), 9);

    assertThat(page.items()).hasSize(2);
    assertThat(page.nextAfter()).contains(8L);
  }

  @Test
  void endsWithTheNewestEvent() {
    assertThat(LedgerResource.page(List.of(started(9, "USD")), 9).nextAfter()).isEmpty();
    assertThat(LedgerResource.page(List.of(), 9).nextAfter()).isEmpty();
  }

  @Test
  void hasNoDollarsForAnotherCurrency() {
    var page = LedgerResource.page(List.of(started(1, "USD"), started(2, "EUR")), 2);

    assertThat(page.items())
        .extracting(LedgerEntry::usd)
        .containsExactly(Optional.of(BigDecimal.ONE), Optional.empty());
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
    return new RecordedEvent(
        "default", new Position(sequence, ""), 1, "tool-call.started", Instant.EPOCH, "{}", event);
  }
}
