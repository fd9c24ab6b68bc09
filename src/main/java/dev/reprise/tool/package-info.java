/**
 * The tools, and how one call is made.
 *
 * <p>A tool is a bean that declares itself, or a bean with a method that has the annotation {@code
 * ToolMethod} and whose signature declares the tool. A tool that fails is an answer for the model
 * and never an exception for the run. The tool's policy decides whether a failed call is retried.
 * Code elsewhere decides from the declared effect class whether a call may be repeated after a
 * crash.
 *
 * <p>An operator's rules and an agent's grant together set the terms of calls; a grant can only
 * narrow them. Only this package knows secrets: arguments arrive with handles, a tool receives the
 * values, and its results leave this package without them.
 *
 * <p>A tool that sends requests to the web uses the package {@code web}, which checks where they
 * may go.
 *
 * <p>A query to a database passes {@code SqlGuard} and runs as a {@code ReadOnlyQuery}. Each of the
 * two alone would stop a write, and neither relies on the other.
 */
@NullMarked
package dev.reprise.tool;

import org.jspecify.annotations.NullMarked;
