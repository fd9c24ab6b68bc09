package dev.reprise.definition;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A duration within bounds, both included. A null value is valid. */
@Documented
@Constraint(validatedBy = DurationBetween.Check.class)
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
@interface DurationBetween {

  /** ISO-8601. */
  String min();

  /** ISO-8601. */
  String max();

  String message() default "must be a duration from {min} to {max}";

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};

  /** The validator. */
  class Check implements ConstraintValidator<DurationBetween, Duration> {

    private Duration min = Duration.ZERO;
    private Duration max = Duration.ZERO;

    @Override
    public void initialize(DurationBetween bounds) {
      min = Duration.parse(bounds.min());
      max = Duration.parse(bounds.max());
    }

    @Override
    public boolean isValid(@Nullable Duration value, ConstraintValidatorContext context) {
      return value == null || (value.compareTo(min) >= 0 && value.compareTo(max) <= 0);
    }
  }
}
