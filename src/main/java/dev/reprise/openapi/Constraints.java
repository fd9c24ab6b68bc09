package dev.reprise.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.api.http.OneLine;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.lang.reflect.AnnotatedElement;

/** Adds to a schema what Jakarta Validation checks of a member. */
final class Constraints {

  /** At least one character that is not white space. */
  private static final String NOT_BLANK = "^\\s*\\S[\\s\\S]*$";

  private Constraints() {}

  static void add(AnnotatedElement member, ObjectNode schema) {
    for (var annotation : member.getAnnotations()) {
      switch (annotation) {
        case NotBlank ignored -> schema.put("minLength", 1).put("pattern", NOT_BLANK);
        case Min least -> schema.put("minimum", least.value());
        case Max most -> schema.put("maximum", most.value());
        case Pattern pattern -> schema.put("pattern", whole(pattern.regexp()));
        case Size size -> add(size, schema);
        case OneLine line ->
            schema.put("maxLength", line.max()).put("pattern", whole(OneLine.FORM));
        default -> {}
      }
    }
  }

  private static void add(Size size, ObjectNode schema) {
    String what = schema.path("type").asText().equals("array") ? "Items" : "Length";
    if (size.min() > 0) {
      schema.put("min" + what, size.min());
    }
    if (size.max() < Integer.MAX_VALUE) {
      schema.put("max" + what, size.max());
    }
  }

  /**
   * Returns a pattern for the whole text, as Java understands it without anchors. It uses only what
   * every reader of ECMA-262 knows; some do not know Unicode classes.
   */
  static String whole(String pattern) {
    if (pattern.startsWith("^") && pattern.endsWith("$")) {
      return pattern;
    }
    String known = pattern.replace("\\p{Cntrl}", "\\x00-\\x1F\\x7F");
    if (known.contains("\\p{")) {
      throw new IllegalStateException(
          "some readers of ECMA-262 do not know the pattern " + pattern);
    }
    return "^(?:" + known + ")$";
  }
}
