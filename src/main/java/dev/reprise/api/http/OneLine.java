package dev.reprise.api.http;

import static java.lang.annotation.ElementType.FIELD;
import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.PARAMETER;

import jakarta.validation.Constraint;
import jakarta.validation.OverridesAttribute;
import jakarta.validation.Payload;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** One line of text, such as a reason; at most 1,000 characters unless {@code max} says so. */
@Size(message = "must have at most {max} characters")
@Pattern(regexp = OneLine.FORM, message = "must be one line of text")
@Constraint(validatedBy = {})
@Target({METHOD, FIELD, PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
public @interface OneLine {

  /** No character that ends a line or controls a terminal. */
  String FORM = "[^\\p{Cntrl}]*";

  @OverridesAttribute(constraint = Size.class, name = "max")
  int max() default 1000;

  String message() default "";

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};
}
