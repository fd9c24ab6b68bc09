package dev.reprise.tool;

import static dev.reprise.agent.EffectClass.IDEMPOTENT;
import static dev.reprise.agent.EffectClass.ONCE;
import static dev.reprise.agent.EffectClass.READ_ONLY;

import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.ConnectException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** Beans that are tools, in the ways in which a container has beans. */
public final class Beans {

  private Beans() {}

  @ApplicationScoped
  public static class Full {
    @ToolMethod(
        name = "full",
        description = "Says all.",
        effect = IDEMPOTENT,
        category = "words",
        tags = {"one", "two"},
        dangerous = true,
        timeout = "PT2M",
        cost = "0.25",
        costPerItem = "0.01",
        resultLimit = 1024)
    void say() {}
  }

  abstract static class Parent<T> {
    abstract T kind();

    @ToolMethod(name = "inherited", description = "-", effect = READ_ONLY, category = "test")
    String say() {
      return "" + kind();
    }
  }

  @Singleton
  public static class Inherited extends Parent<Integer> {
    @Override
    Integer kind() {
      return 7;
    }
  }

  /** Is one bean itself, and produces others. */
  @ApplicationScoped
  public static class Producer {
    @Produces
    @Dependent
    StringBuilder produced() {
      return new StringBuilder();
    }

    @ToolMethod(name = "producer", description = "-", effect = READ_ONLY, category = "test")
    String say() {
      return "produced";
    }
  }

  record Text(String text) {}

  @ApplicationScoped
  public static class Asking {
    @ToolMethod(name = "asking", description = "-", effect = READ_ONLY, category = "test")
    String say(ToolRequest request, Text text) {
      return "%s from %s, %s"
          .formatted(text.text(), request.origin().tenant(), request.idempotencyKey());
    }
  }

  enum What {
    FAILURE,
    FAULT,
    CHECKED,
    ERROR,
    UNKNOWN
  }

  record Thrown(What what) {}

  @ApplicationScoped
  public static class Thrower {
    @ToolMethod(name = "throws", description = "-", effect = ONCE, category = "test")
    void say(Thrown thrown) throws Exception {
      switch (thrown.what()) {
        case FAILURE -> throw new ToolException("no_such_order", "there is no order 7");
        case FAULT -> throw new FaultException(new Fault(FailureClass.OVERLOADED, "not now"));
        case CHECKED -> throw new ConnectException("no server there");
        case ERROR -> throw new StackOverflowError("too deep");
        case UNKNOWN -> throw new OutcomeUnknownException("throws", "the line went dead");
      }
    }
  }

  @ApplicationScoped
  public static class Counter {
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    int count() {
      return made.incrementAndGet();
    }

    void end() {
      ended.incrementAndGet();
    }

    public int ended() {
      return ended.get();
    }
  }

  @InterceptorBinding
  @Retention(RetentionPolicy.RUNTIME)
  public @interface Shouting {}

  @Shouting
  @Interceptor
  @Priority(Interceptor.Priority.APPLICATION)
  public static class Shout {
    @AroundInvoke
    Object shout(InvocationContext context) throws Exception {
      return context.proceed().toString().toUpperCase(Locale.ROOT) + "!";
    }
  }

  /** There is a new one for each call. */
  @Dependent
  public static class Fleeting {
    private final Counter counter;
    private int calls;

    @Inject
    Fleeting(Counter counter) {
      this.counter = counter;
    }

    @Shouting
    @ToolMethod(name = "fleeting", description = "-", effect = READ_ONLY, category = "test")
    String say() {
      calls++;
      return "%d of %d".formatted(calls, counter.count());
    }

    @PreDestroy
    void end() {
      counter.end();
    }
  }
}
