package dev.reprise.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.Json;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Payload;
import jakarta.validation.Valid;
import jakarta.validation.Validation;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a request is named as the caller wrote it. */
class ViolationPathTest {

  /** A resource with a body. */
  static final class Resource {
    void submit(@Valid Body body) {}
  }

  /** A body with all that can have constraints. */
  record Body(
      @NotNull String name,
      @Valid Item item,
      Map<@Pattern(regexp = "[a-z]+") String, @NotBlank String> labels,
      List<@NotBlank String> events,
      List<@Valid Item> items,
      Map<String, List<@NotBlank String>> lists,
      Map<String, @Valid Item> named) {}

  /** A part of a body. */
  @NotForbidden
  record Item(@NotNull String name) {}

  /** A constraint of a part as a whole. */
  @Constraint(validatedBy = NotForbidden.Check.class)
  @Retention(RetentionPolicy.RUNTIME)
  @interface NotForbidden {
    String message() default "is forbidden";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Forbids a name. */
    final class Check implements ConstraintValidator<NotForbidden, Item> {
      @Override
      public boolean isValid(Item item, ConstraintValidatorContext context) {
        return !"forbidden".equals(item.name());
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                            | name",
        "{'name': 'n', 'item': {}}                     | item.name",
        "{'name': 'n', 'item': {'name': 'forbidden'}}  | item",
        "{'name': 'n', 'items': [{'name': 'forbidden'}]} | items[0]",
        "{'name': 'n', 'labels': {'a b': 'x'}}         | labels.a b",
        "{'name': 'n', 'labels': {'a': ''}}            | labels.a",
        "{'name': 'n', 'events': ['a', '']}            | events[1]",
        "{'name': 'n', 'items': [{'name': 'n'}, {}]}   | items[1].name",
        "{'name': 'n', 'lists': {'a': ['x', '']}}      | lists.a[1]",
        "{'name': 'n', 'named': {'a': {}}}             | named.a.name",
      })
  void isThatOfTheBody(String body, String path) throws Exception {
    Body request = Json.mapper().readValue(body.replace('\'', '"'), Body.class);
    try (var factory = Validation.buildDefaultValidatorFactory()) {
      var violations =
          factory
              .getValidator()
              .forExecutables()
              .validateParameters(
                  new Resource(),
                  Resource.class.getDeclaredMethod("submit", Body.class),
                  new Object[] {request});

      assertThat(ProblemMapper.of(new ConstraintViolationException(violations)).errors())
          .extracting(FieldError::path)
          .containsExactly(path);
    }
  }
}
