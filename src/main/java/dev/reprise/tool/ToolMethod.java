package dev.reprise.tool;

import dev.reprise.agent.EffectClass;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Creates a tool of a CDI bean: the annotated method is its body. A bean has one such method. If
 * the tool cannot be called, the server does not start, and says why.
 *
 * <p>The method takes at most one record, the arguments, and at most one {@link ToolRequest}, which
 * describes the call. The JSON Schema of the arguments is derived from the record. The method
 * receives only arguments that fit the schema and the constraints of Jakarta Validation.
 *
 * <p>A returned {@code String} is what the model reads. A {@link
 * dev.reprise.agent.message.ToolOutcome} is used unchanged, {@code void} is "done", and everything
 * else is written as JSON. Exceptions mean what they mean for {@link Tool#call}.
 *
 * <p>Further methods of the bean complete the tool: {@link ReconcileMethod} for a tool that can
 * find out whether the effect of a call happened, {@link UndoMethod} for one that can undo a call,
 * and {@link DescriptionMethod} for a description that depends on the configuration.
 *
 * <p>A tool implements {@link Tool} instead if it is for some tenants only, costs something in
 * another currency, shares a circuit breaker, or writes its schema itself.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ToolMethod {

  /** Snake case, unique in the catalogue. */
  String name();

  /**
   * What the tool does and when to use it, written for the model. Required, unless a {@link
   * DescriptionMethod} returns it.
   */
  String description() default "";

  /**
   * What the tool does to the world. {@link EffectClass#RECONCILABLE} requires a {@link
   * ReconcileMethod}.
   */
  EffectClass effect();

  /** One word that policies can match. */
  String category();

  /** More words that policies can match. */
  String[] tags() default {};

  /** Whether a person should approve each call. */
  boolean dangerous() default false;

  /** How long one call may take, an ISO duration of more than zero. */
  String timeout() default "PT30S";

  /** What each call is expected to cost in US dollars, such as {@code 0.25}; empty if unknown. */
  String cost() default "";

  /**
   * What each item adds to that, such as {@code 0.01}. The items of a call are the elements of the
   * longest array in its arguments.
   */
  String costPerItem() default "";

  /** How many bytes of UTF-8 of a result the model receives at once. */
  int resultLimit() default ToolDeclaration.RESULT_LIMIT;

  /**
   * Where in the arguments secrets may be: JSON pointers such as {@code /headers/authorization},
   * each with all that is within it. The default is anywhere; {@code {}} means nowhere.
   */
  String[] secretsIn() default "";

  /**
   * The argument with the URL to whose host the tool sends its arguments. Such a tool receives only
   * secrets that are bound to this host. Empty for a tool that sends its arguments nowhere.
   */
  String destination() default "";
}
