package dev.reprise.tool;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the method of a tool bean that returns the tool's description, if that depends on the
 * configuration. The method takes no parameters and returns a {@code String}. The server calls it
 * once, at its start. The bean's {@link ToolMethod} then has no {@code description}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface DescriptionMethod {}
