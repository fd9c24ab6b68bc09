package dev.reprise.tool;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the method of a tool bean that finds out whether the effect of a call with no recorded
 * outcome happened, as {@link ReconcilableTool#reconcile} does. The bean's {@link ToolMethod}
 * declares the effect class {@code RECONCILABLE}.
 *
 * <p>The method returns a {@link Reconciliation} and takes what the {@link ToolMethod} may take:
 * its record and a {@link ToolRequest}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ReconcileMethod {}
