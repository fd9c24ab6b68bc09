package dev.reprise.budget;

import dev.reprise.platform.jdbc.DatabaseException;
import java.math.BigDecimal;
import java.util.Map;

/** The limits that people set for schedules. The room of schedules implements this. */
public interface ScheduleLimits {

  /**
   * Returns what the runs of a tenant's schedules may cost in a day of UTC, in US dollars, by the
   * schedule's name. Schedules without a limit are absent.
   *
   * @throws DatabaseException if the database fails
   */
  Map<String, BigDecimal> ofTenant(String tenant);
}
