package dev.reprise.api.control;

import dev.reprise.api.http.OneLine;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A person's decision about a call that needs an approval.
 *
 * @param call as the person saw it
 * @param reason for the record; may be absent
 * @param forTool approves later calls of the tool too; only with an approval, and may be absent
 */
public record DecisionRequest(
    @NotNull(message = "is missing") @Valid SeenCall call,
    @Nullable @OneLine String reason,
    @Nullable @Valid ForTool forTool) {

  /**
   * The later calls of the tool that this run may make without asking, for as long as they fit.
   *
   * @param upTo what they may cost together, in USD
   */
  public record ForTool(
      @NotNull(message = "is missing")
          @DecimalMin(value = "0", inclusive = false, message = "must be more than {value}")
          @DecimalMax(value = "1000000", message = "must be at most {value}")
          @Digits(
              integer = 7,
              fraction = 6,
              message = "must have at most {fraction} digits after the point")
          BigDecimal upTo) {}
}
