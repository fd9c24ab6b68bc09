package dev.reprise.tool;

import dev.reprise.agent.EffectClass;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a tool of a CDI bean: of its one method that is annotated so. The server does not start
 * with one that cannot be called, and says why.
 *
 * <p>The method takes at most one record, the arguments, and at most one {@link ToolRequest}, for
 * those that want to know more of the call. The JSON Schema of the arguments comes from the record;
 * it is given only what fits that and the constraints of Jakarta Validation on it.
 *
 * <p>A {@code String} that it returns is what the model reads, a {@link
 * dev.reprise.agent.message.ToolOutcome} is taken as it is, {@code void} is "done", and everything
 * else is written as JSON. What it throws means what it means for {@link Tool#call}.
 *
 * <p>What this cannot say, such as how to find out behind a crash what became of a call, says a
 * bean that implements {@link Tool} or {@link ReconcilableTool}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ToolMethod {

  /** Snake case, unique in the catalogue. */
  String name();

  /** What it does and when to use it, written for the model; not blank. */
  String description();

  /**
   * What it does to the world. {@link EffectClass#RECONCILABLE} is for a {@link ReconcilableTool}.
   */
  EffectClass effect();

  /** One word that policies can match. */
  String category();

  /** More words that policies can match. */
  String[] tags() default {};

  /** Whether a person should look before it runs. */
  boolean dangerous() default false;

  /** How long one call may take, an ISO duration of more than zero. */
  String timeout() default "PT30S";

  /** How many bytes of UTF-8 of a result the model is given at once. */
  int resultLimit() default ToolDeclaration.RESULT_LIMIT;
}
