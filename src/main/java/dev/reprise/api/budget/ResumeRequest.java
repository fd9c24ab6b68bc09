package dev.reprise.api.budget;

import dev.reprise.agent.budget.Budget;
import dev.reprise.api.http.OneLine;
import jakarta.validation.Valid;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request to resume a run.
 *
 * @param reason for the record; may be absent
 * @param budget other limits of spending for the run and its child runs; may be absent
 */
public record ResumeRequest(
    @Nullable @OneLine String reason, @Valid @Nullable BudgetRequest budget) {

  /** Returns the limits of spending that the run gets, if it gets any. */
  public Optional<Budget> budgetIfSet() {
    return Optional.ofNullable(budget).map(BudgetRequest::budget);
  }
}
