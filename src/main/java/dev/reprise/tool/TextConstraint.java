package dev.reprise.tool;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Constrains a text among the arguments of a {@link ToolMethod}, in the terms of JSON Schema.
 *
 * <p>Only the schema checks it. By contrast, Java also checks {@code @Size} and {@code @Pattern} of
 * Jakarta Validation. It counts a character outside the basic plane twice and has another dialect
 * of regular expressions.
 */
@Documented
@Target({ElementType.FIELD, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface TextConstraint {

  /** The least number of characters (code points). */
  int minLength() default 0;

  /** The greatest number of characters (code points). */
  int maxLength() default Integer.MAX_VALUE;

  /**
   * A regular expression (RE2) that occurs in the text, or in all of it between {@code ^} and
   * {@code $}. Empty for any text.
   */
  String pattern() default "";
}
