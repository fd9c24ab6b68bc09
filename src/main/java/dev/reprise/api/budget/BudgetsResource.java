package dev.reprise.api.budget;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.reprise.agent.Cost;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Items;
import dev.reprise.budget.DayBudget;
import dev.reprise.budget.DayBudgets;
import dev.reprise.budget.DayLimit;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** What the runs of a tenant may spend today. Tested by {@code DayBudgetViewTest}. */
@Path("budgets")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class BudgetsResource {

  @Inject Caller caller;
  @Inject DayBudgets budgets;

  /**
   * A limit of the day.
   *
   * @param agent whose runs share it; absent unless it is an agent's
   * @param schedule whose runs share it; absent unless it is a schedule's
   * @param limit of the day of UTC, in the unit
   * @param spent with what servers have taken to spend it; it can be more than the limit if calls
   *     did use more than was expected
   * @param left never below 0
   * @param currency absent unless the unit is money
   * @param until when the limit starts again
   */
  public record DayBudgetView(
      Optional<String> agent,
      Optional<String> schedule,
      Unit unit,
      BigDecimal limit,
      BigDecimal spent,
      BigDecimal left,
      Optional<String> currency,
      Instant until) {

    static DayBudgetView of(DayBudget budget) {
      BigDecimal limit = budget.limit().amount();
      Unit unit = Unit.of(budget.limit().unit());
      return new DayBudgetView(
          name(budget, DayLimit.Subject.AGENT),
          name(budget, DayLimit.Subject.SCHEDULE),
          unit,
          limit,
          budget.taken(),
          limit.subtract(budget.taken()).max(BigDecimal.ZERO),
          Optional.of(Cost.CURRENCY).filter(currency -> unit == Unit.USD),
          budget.limit().until());
    }

    private static Optional<String> name(DayBudget budget, DayLimit.Subject subject) {
      return Optional.of(budget.limit().scope())
          .filter(scope -> scope.subject() == subject)
          .map(DayLimit.Scope::name);
    }

    /** What a limit counts. */
    public enum Unit {
      /** US dollars. */
      @JsonProperty("usd")
      USD,
      /** Tokens that models read and write. */
      @JsonProperty("tokens")
      TOKENS,
      /** Calls of models. */
      @JsonProperty("modelCalls")
      MODEL_CALLS,
      /** Attempts at calls of tools. */
      @JsonProperty("toolCalls")
      TOOL_CALLS;

      private static Unit of(DayLimit.Unit unit) {
        return switch (unit) {
          case USD -> USD;
          case TOKENS -> TOKENS;
          case MODEL_CALLS -> MODEL_CALLS;
          case TOOL_CALLS -> TOOL_CALLS;
        };
      }
    }
  }

  /** Returns the limits; none if the configuration has none for the tenant. */
  @GET
  @Operation(
      summary = "Read what the runs of the tenant may spend today, and what is left",
      description =
          "The limits are settings (`reprise.budgets.*`) and `dayUsd` of schedules. A server takes a hundredth of a limit at a"
              + " time, so spent is up to that much higher for each server than what calls did use.")
  public Items<DayBudgetView> list() {
    return new Items<>(budgets.ofToday(caller.tenant()).stream().map(DayBudgetView::of).toList());
  }
}
