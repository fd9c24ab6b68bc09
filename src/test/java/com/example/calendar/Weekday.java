package com.example.calendar;

import static dev.reprise.agent.EffectClass.READ_ONLY;

import dev.reprise.tool.ToolMethod;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.LocalDate;

@ApplicationScoped
public class Weekday {

  record Day(LocalDate date) {}

  @ToolMethod(
      name = "weekday",
      description = "Tells on which day of the week a date falls.",
      effect = READ_ONLY,
      category = "calendar")
  String of(Day day) {
    return day.date().getDayOfWeek().toString();
  }
}
