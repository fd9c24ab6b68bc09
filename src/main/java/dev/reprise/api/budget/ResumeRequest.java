package dev.reprise.api.budget;

import dev.reprise.agent.budget.Budget;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request to resume a run.
 *
 * @param reason for the record; may be absent
 * @param budget other limits of spending for the run and its child runs; may be absent
 */
public record ResumeRequest(
    @Nullable
        @Size(max = 1000, message = "must have at most {max} characters")
        @Pattern(regexp = "[^\\p{Cntrl}]*", message = "must be one line of text")
        String reason,
    @Valid @Nullable BudgetRequest budget) {

  /** Returns the limits of spending that the run gets, if it gets any. */
  public Optional<Budget> budgetIfSet() {
    return Optional.ofNullable(budget).map(BudgetRequest::budget);
  }
}
