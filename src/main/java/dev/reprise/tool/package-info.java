/**
 * Which tools exist and how one call is made.
 *
 * <p>A tool is a bean that declares itself; a failing tool is an answer for the model and never an
 * exception for the run. Whether one that failed is called again says the policy for it; whether a
 * call may be repeated after a crash is decided elsewhere, from the effect class that the tool
 * declares.
 *
 * <p>What a tool asks of the web passes {@code WebGuard}, which resolves a name once and hands out
 * only addresses that may be connected to.
 */
@NullMarked
package dev.reprise.tool;

import org.jspecify.annotations.NullMarked;
