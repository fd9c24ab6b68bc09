package dev.reprise.api.budget;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.reprise.agent.budget.Budget;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What a run and its child runs may spend together, as a client sets it. Absent limits stay as they
 * are.
 *
 * @param usd the largest cost, in US dollars
 * @param tokens the largest number of tokens that models read and write
 * @param modelCalls the largest number of model calls that are answered or may have been
 * @param toolCalls the largest number of attempts at tool calls
 * @param time the longest time since the run began or was retried, without pauses, after which no
 *     call begins
 * @param onExceeded what happens to the run before the call that would cross a limit
 */
public record BudgetRequest(
    @Schema(examples = "5.00")
        @DecimalMin(value = "0", message = AMOUNTS)
        @DecimalMax(value = "1000000", message = AMOUNTS)
        @Digits(integer = 7, fraction = 6, message = AMOUNTS)
        @Nullable BigDecimal usd,
    @Min(value = 0, message = TOKENS) @Max(value = 1_000_000_000_000L, message = TOKENS)
        @Nullable Long tokens,
    @Min(value = 0, message = CALLS) @Max(value = 1_000_000, message = CALLS)
        @Nullable Integer modelCalls,
    @Min(value = 0, message = CALLS) @Max(value = 1_000_000, message = CALLS)
        @Nullable Integer toolCalls,
    @Schema(format = "duration", examples = "PT2H") @Pattern(regexp = TIME, message = TIMES)
        @Nullable String time,
    @Nullable OnExceeded onExceeded) {

  private static final String TIME =
      "P(?=.)([0-9]{1,4}D)?(T(?=.)([0-9]{1,5}H)?([0-9]{1,6}M)?([0-9]{1,8}S)?)?";
  private static final String TIMES =
      "must be an ISO-8601 duration of days, hours, minutes and seconds, such as PT2H or P1DT12H";
  private static final String AMOUNTS =
      "must be an amount of US dollars from 0 to 1000000 with at most 6 decimals";
  private static final String TOKENS = "must be a whole number from 0 to 1000000000000";
  private static final String CALLS = "must be a whole number from 0 to 1000000";

  /** What happens to a run before the call that would cross a limit. */
  public enum OnExceeded {
    /** The run pauses with all its work. */
    @JsonProperty("pause")
    PAUSE,
    /** The run fails. */
    @JsonProperty("fail")
    FAIL
  }

  /** Returns the limits that are set. */
  public Budget budget() {
    return new Budget(
        Optional.ofNullable(usd),
        Optional.ofNullable(tokens),
        Optional.ofNullable(modelCalls),
        Optional.ofNullable(toolCalls),
        Optional.ofNullable(time).map(Duration::parse),
        Optional.empty(),
        Optional.ofNullable(onExceeded)
            .map(it -> it == OnExceeded.FAIL ? Budget.OnExceeded.FAIL : Budget.OnExceeded.PAUSE));
  }
}
