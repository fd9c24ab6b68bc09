package dev.reprise.api.audit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an operation, or all of a resource, whose requests have no entry in the audit record. All
 * other requests that may change something have one.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface NotAudited {

  /** Why not. */
  Reason value();

  /** The reasons. */
  enum Reason {
    /** It changes nothing. */
    CHANGES_NOTHING,
    /** The record of a run has it. */
    IN_THE_RECORD_OF_A_RUN
  }
}
