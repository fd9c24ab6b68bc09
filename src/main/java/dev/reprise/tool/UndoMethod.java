package dev.reprise.tool;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the method of a tool bean that undoes a call, as {@link UndoableTool#undo} does.
 *
 * <p>The method takes the record of the {@link ToolMethod} and an {@link UndoRequest}. It returns
 * what a {@link ToolMethod} may return.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface UndoMethod {}
