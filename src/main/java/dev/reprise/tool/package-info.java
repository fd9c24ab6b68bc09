/**
 * Which tools exist and how one call is made.
 *
 * <p>A tool is a bean that declares itself, or one with a method that is annotated with {@code
 * ToolMethod} and whose signature declares it; a failing tool is an answer for the model and never
 * an exception for the run. Whether one that failed is called again says the policy for it; whether
 * a call may be repeated after a crash is decided elsewhere, from the effect class that the tool
 * declares.
 *
 * <p>An operator's rules and an agent's grant make the terms on which calls are made; a grant only
 * narrows. Secrets are known here alone: arguments come with handles, a tool is given the values,
 * and what it says leaves this room without them.
 *
 * <p>A tool that asks the web does so through the room {@code web}, which guards the border.
 *
 * <p>What one asks of a database passes {@code SqlGuard} and runs as a {@code ReadOnlyQuery}:
 * either would do for what writes, neither relies on the other.
 */
@NullMarked
package dev.reprise.tool;

import org.jspecify.annotations.NullMarked;
