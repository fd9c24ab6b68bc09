package com.example.calendar;

import static dev.reprise.agent.EffectClass.READ_ONLY;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolMethod;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.constraints.Size;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

@ApplicationScoped
public class WorkingDays {

  private static final Set<DayOfWeek> WEEKEND = EnumSet.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY);

  record Span(
      LocalDate first,
      @JsonPropertyDescription("counts too") LocalDate last,
      @JsonPropertyDescription("days off beside the weekends")
          Optional<@Size(max = 100) Set<LocalDate>> holidays) {

    Span {
      if (last.isBefore(first)) {
        throw new IllegalArgumentException("last is before first");
      }
    }
  }

  record Count(long workingDays, long daysOff) {}

  @ToolMethod(
      name = "working_days",
      description = "Counts the working days from one date to another, at most ten years later.",
      effect = READ_ONLY,
      category = "calendar")
  Count count(Span span) throws ToolException {
    if (span.first().plusYears(10).isBefore(span.last())) {
      throw new ToolException("too_long", "from first to last are at most ten years");
    }
    var holidays = span.holidays().orElse(Set.of());
    var days = span.first().datesUntil(span.last().plusDays(1)).toList();
    long working =
        days.stream()
            .filter(day -> !WEEKEND.contains(day.getDayOfWeek()) && !holidays.contains(day))
            .count();
    return new Count(working, days.size() - working);
  }
}
