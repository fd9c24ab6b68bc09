package dev.reprise.api.control;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Requires that a text can be a message to a run: at most 16 KiB in UTF-8, no control characters.
 */
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = MessageText.Check.class)
public @interface MessageText {

  int MAX_BYTES = 16 * 1024;

  String message() default
      "must be text of at most 16384 bytes, without control characters other than line breaks and tabs";

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};

  /** Checks a text; an absent one is valid. */
  class Check implements ConstraintValidator<MessageText, String> {

    @Override
    public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
      return text == null
          || (text.chars().noneMatch(Check::isForbidden)
              && text.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES);
    }

    private static boolean isForbidden(int character) {
      return Character.isISOControl(character)
          && character != '\n'
          && character != '\r'
          && character != '\t';
    }
  }
}
