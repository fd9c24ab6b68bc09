package dev.reprise.tool;

import static dev.reprise.agent.EffectClass.ONCE;
import static dev.reprise.agent.EffectClass.READ_ONLY;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.Json;
import jakarta.enterprise.context.Dependent;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tools that answer in all the ways in which a method can. */
public final class Answers {

  public static Class<?>[] all() {
    return new Class<?>[] {
      Text.class,
      Nothing.class,
      Outcome.class,
      OfRecord.class,
      OfList.class,
      Some.class,
      None.class,
      Null.class,
      Tree.class
    };
  }

  private Answers() {}

  @Dependent
  static class Text {
    @ToolMethod(name = "answers_text", description = "-", effect = READ_ONLY, category = "test")
    String answer() {
      return "as it is";
    }
  }

  @Dependent
  static class Nothing {
    @ToolMethod(name = "answers_nothing", description = "-", effect = READ_ONLY, category = "test")
    void answer() {}
  }

  @Dependent
  static class Outcome {
    @ToolMethod(name = "answers_outcome", description = "-", effect = READ_ONLY, category = "test")
    ToolOutcome answer() {
      return new ToolOutcome.Succeeded("its own");
    }
  }

  record Order(String name, LocalDate on) {}

  @Dependent
  static class OfRecord {
    @ToolMethod(name = "answers_record", description = "-", effect = READ_ONLY, category = "test")
    Order answer() {
      return new Order("a", LocalDate.of(2026, 1, 2));
    }
  }

  @Dependent
  static class OfList {
    @ToolMethod(name = "answers_list", description = "-", effect = READ_ONLY, category = "test")
    List<Integer> answer() {
      return List.of(1, 2);
    }
  }

  @Dependent
  static class Some {
    @ToolMethod(name = "answers_some", description = "-", effect = READ_ONLY, category = "test")
    Optional<String> answer() {
      return Optional.of("there");
    }
  }

  @Dependent
  static class None {
    @ToolMethod(name = "answers_none", description = "-", effect = READ_ONLY, category = "test")
    Optional<String> answer() {
      return Optional.empty();
    }
  }

  @Dependent
  static class Null {
    @ToolMethod(name = "answers_null", description = "-", effect = READ_ONLY, category = "test")
    @Nullable Order answer() {
      return null;
    }
  }

  @Dependent
  static class Tree {
    @ToolMethod(name = "answers_tree", description = "-", effect = READ_ONLY, category = "test")
    JsonNode answer() {
      return Json.read("{\"a\": 1}");
    }
  }

  @Dependent
  public static class Circle {
    @ToolMethod(name = "answers_circle", description = "-", effect = READ_ONLY, category = "test")
    List<Object> answer() {
      return circle();
    }
  }

  @Dependent
  public static class CircleDone {
    @ToolMethod(name = "answers_circle", description = "-", effect = ONCE, category = "test")
    List<Object> answer() {
      return circle();
    }
  }

  private static List<Object> circle() {
    var circle = new ArrayList<Object>();
    circle.add(circle);
    return circle;
  }
}
