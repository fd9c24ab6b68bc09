package dev.reprise.tool;

import static dev.reprise.agent.EffectClass.ONCE;
import static dev.reprise.agent.EffectClass.READ_ONLY;
import static dev.reprise.agent.EffectClass.RECONCILABLE;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Typed;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Beans of which no tool can be made. */
public final class RefusedBeans {

  private RefusedBeans() {}

  record Query(String text) {}

  @Dependent
  public static class Two {
    @ToolMethod(name = "a", description = "A.", effect = READ_ONLY, category = "test")
    String one() {
      return "";
    }

    @ToolMethod(name = "b", description = "B.", effect = READ_ONLY, category = "test")
    String other() {
      return "";
    }
  }

  @Dependent
  public static class Hidden {
    @SuppressWarnings("UnusedMethod") // no caller can reach it, which is the point
    @ToolMethod(name = "a", description = "A.", effect = READ_ONLY, category = "test")
    private String one() {
      return "";
    }
  }

  @Dependent
  public static class Static {
    @ToolMethod(name = "a", description = "A.", effect = READ_ONLY, category = "test")
    static String one() {
      return "";
    }
  }

  @Dependent
  public static class Final {
    @ToolMethod(name = "a", description = "A.", effect = READ_ONLY, category = "test")
    final String one() {
      return "";
    }
  }

  @Dependent
  public static class Loose {
    @ToolMethod(name = "a", description = "A.", effect = READ_ONLY, category = "test")
    String one(String text, int number) {
      return text + number;
    }
  }

  @Dependent
  public static class TwoRecords {
    @ToolMethod(name = "a", description = "A.", effect = READ_ONLY, category = "test")
    String one(Query query, Query other) {
      return query.text() + other.text();
    }
  }

  @Dependent
  public static class TwoRequests {
    @ToolMethod(name = "a", description = "A.", effect = READ_ONLY, category = "test")
    String one(ToolRequest request, ToolRequest other) {
      return request.idempotencyKey() + other.idempotencyKey();
    }
  }

  record Generic<T>(T it) {}

  @Dependent
  public static class OfGeneric {
    @ToolMethod(name = "a", description = "A.", effect = READ_ONLY, category = "test")
    String one(Generic<String> query) {
      return query.it();
    }
  }

  record Anything(Object it) {}

  @Dependent
  public static class OfAnything {
    @ToolMethod(name = "a", description = "A.", effect = READ_ONLY, category = "test")
    Object one(Anything query) {
      return query.it();
    }
  }

  record Tree(String name, List<Tree> branches) {}

  record Forest(Map<String, Tree> trees) {}

  @Dependent
  public static class OfItself {
    @ToolMethod(name = "a", description = "A.", effect = READ_ONLY, category = "test")
    int one(Forest query) {
      return query.trees().size();
    }
  }

  record Numbered(Map<Integer, String> it) {}

  @Dependent
  public static class OfNumbers {
    @ToolMethod(name = "a", description = "A.", effect = READ_ONLY, category = "test")
    int one(Numbered query) {
      return query.it().size();
    }
  }

  record Wild(Optional<? extends Number> it) {}

  @Dependent
  public static class OfWild {
    @ToolMethod(name = "a", description = "A.", effect = READ_ONLY, category = "test")
    boolean one(Wild query) {
      return query.it().isPresent();
    }
  }

  record Looking(@Pattern(regexp = "a(?=b)") String it) {}

  @Dependent
  public static class OfLooking {
    @ToolMethod(name = "a", description = "A.", effect = READ_ONLY, category = "test")
    String one(Looking query) {
      return query.it();
    }
  }

  record Misplaced(@Size(max = 3) Optional<String> it) {}

  @Dependent
  public static class OfMisplaced {
    @ToolMethod(name = "a", description = "A.", effect = READ_ONLY, category = "test")
    boolean one(Misplaced query) {
      return query.it().isPresent();
    }
  }

  @Dependent
  public static class Later {
    @ToolMethod(name = "a", description = "A.", effect = READ_ONLY, category = "test")
    CompletionStage<String> one() {
      throw new AssertionError("is never called");
    }
  }

  @Dependent
  public static class Open {
    @ToolMethod(name = "a", description = "A.", effect = READ_ONLY, category = "test")
    InputStream one() {
      throw new AssertionError("is never called");
    }
  }

  @Dependent
  public static class Askable {
    @ToolMethod(name = "a", description = "A.", effect = RECONCILABLE, category = "test")
    void one() {}
  }

  @Dependent
  public static class Unasked {
    @ToolMethod(name = "a", description = "A.", effect = ONCE, category = "test")
    void one() {}

    @ReconcileMethod
    Reconciliation two() {
      return new Reconciliation.DidNotHappen();
    }
  }

  @Dependent
  public static class Bodiless {
    @UndoMethod
    void undo() {}
  }

  record Other(String text) {}

  @Dependent
  public static class OfAnotherRecord {
    @ToolMethod(name = "a", description = "A.", effect = ONCE, category = "test")
    void one(Query query) {}

    @UndoMethod
    void undo(Other other) {}
  }

  @Dependent
  public static class TwiceDescribed {
    @ToolMethod(name = "a", description = "A.", effect = ONCE, category = "test")
    void one() {}

    @DescriptionMethod
    String words() {
      return "B.";
    }
  }

  @Dependent
  public static class ToNowhere {
    @ToolMethod(
        name = "a",
        description = "A.",
        effect = ONCE,
        category = "test",
        destination = "url")
    void one(Query query) {}
  }

  @Dependent
  public static class Wordless {
    @ToolMethod(name = "a", description = "", effect = ONCE, category = "test")
    void one() {}
  }

  @Dependent
  public static class Camel {
    @ToolMethod(name = "getA", description = "A.", effect = ONCE, category = "test")
    void one() {}
  }

  @Dependent
  public static class Timeless {
    @ToolMethod(
        name = "a",
        description = "A.",
        effect = ONCE,
        category = "test",
        timeout = "10 seconds")
    void one() {}
  }

  @Dependent
  public static class Priceless {
    @ToolMethod(name = "a", description = "A.", effect = ONCE, category = "test", cost = "much")
    void one() {}
  }

  @Dependent
  public static class Rewarding {
    @ToolMethod(name = "a", description = "A.", effect = ONCE, category = "test", cost = "-0.25")
    void one() {}
  }

  @RequestScoped
  public static class OfARequest {
    @ToolMethod(name = "a", description = "A.", effect = ONCE, category = "test")
    void one() {}
  }

  @ApplicationScoped
  @Typed(Runnable.class)
  public static class Typeless implements Runnable {
    @Override
    @ToolMethod(name = "a", description = "A.", effect = ONCE, category = "test")
    public void run() {}
  }
}
