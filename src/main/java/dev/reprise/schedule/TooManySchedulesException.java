package dev.reprise.schedule;

/** A tenant has as many schedules as it may have, and can make another after it removes one. */
public class TooManySchedulesException extends RuntimeException {

  public TooManySchedulesException(String tenant, int maxOfTenant) {
    super(
        "Tenant %s may have %d schedules, and has them (reprise.schedules.max-of-tenant)."
            .formatted(tenant, maxOfTenant));
  }
}
