package dev.reprise.api.audit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an operation whose requests only show what they would do, unless a member of their body
 * says otherwise: those that only show it read, and have no entry in the audit record.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface PreviewUnless {

  /** The member; a request is a preview if it is absent, null or true. */
  String value();
}
