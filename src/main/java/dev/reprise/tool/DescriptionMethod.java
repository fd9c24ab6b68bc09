package dev.reprise.tool;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the method of a tool bean that returns its description, where that depends on the
 * configuration. The method takes nothing, returns a {@code String}, and is called once, when the
 * server starts. Its {@link ToolMethod} has no {@code description}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface DescriptionMethod {}
