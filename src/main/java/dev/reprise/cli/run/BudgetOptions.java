package dev.reprise.cli.run;

import dev.reprise.client.Budget;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a run may spend. */
final class BudgetOptions {

  @Option(names = "--usd", description = "What the run may cost, in US dollars.")
  @Nullable BigDecimal usd;

  @Option(names = "--tokens", description = "How many tokens the run may use.")
  @Nullable Long tokens;

  @Option(names = "--model-calls", description = "How many model calls the run may make.")
  @Nullable Integer modelCalls;

  @Option(names = "--tool-calls", description = "How many tool calls the run may make.")
  @Nullable Integer toolCalls;

  @Option(names = "--time", description = "How long the run may take, such as PT30M.")
  @Nullable Duration time;

  Budget budget() {
    return new Budget(
        Optional.ofNullable(usd),
        Optional.ofNullable(tokens),
        Optional.ofNullable(modelCalls),
        Optional.ofNullable(toolCalls),
        Optional.ofNullable(time));
  }
}
