package dev.reprise.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.stream.Event;
import java.math.BigDecimal;

/**
 * What a run and its child runs have spent on models.
 *
 * @param unknownCalls replies whose price is not known
 */
record Spent(long tokens, BigDecimal amount, String currency, long unknownCalls) {

  static final Spent NOTHING = new Spent(0, BigDecimal.ZERO, "USD", 0);

  /** Reads what the progress of a run says that was spent. */
  static Spent of(JsonNode spent) {
    return NOTHING.plus(spent.path("usage"), spent.path("cost"));
  }

  Spent after(Event event) {
    JsonNode data = event.data();
    return switch (event.type()) {
      case "model.replied", "model.unanswered", "transcript.compacted", "compaction.failed" ->
          data.has("cost")
              ? plus(data.path("usage"), data.path("cost"))
              : plus(data.path("usage"), data.path("cost")).andOneUnknown();
      case "tool-call.returned" -> plus(data.at("/spent/usage"), data.at("/spent/cost"));
      default -> this;
    };
  }

  private Spent plus(JsonNode usage, JsonNode cost) {
    return new Spent(
        tokens + usage.path("inputTokens").asLong() + usage.path("outputTokens").asLong(),
        amount.add(cost.path("amount").decimalValue()),
        cost.path("currency").asText(currency),
        unknownCalls + cost.path("unknownCalls").asLong());
  }

  private Spent andOneUnknown() {
    return new Spent(tokens, amount, currency, unknownCalls + 1);
  }

  /** Returns for example {@code 1530 tokens, 0.0021 USD}. */
  String text() {
    String known = amount.stripTrailingZeros().toPlainString() + " " + currency;
    String cost =
        unknownCalls == 0 ? known : "%s and %d of unknown price".formatted(known, unknownCalls);
    return "%d tokens, %s".formatted(tokens, cost);
  }
}
