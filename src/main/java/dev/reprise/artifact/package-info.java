/**
 * The tools that agents write: what they are, how good they are, and whether one is run, repaired
 * or generated. Plain values and pure functions, and the settings from which they come.
 *
 * <p>An artifact is one method of a role: its contract, the latest generations of its code, its
 * stage and its fitness. A stage says who may call it; fitness says whether it works. Both start
 * again with each change of code, so that no code is trusted for what other code has done.
 */
@NullMarked
package dev.reprise.artifact;

import org.jspecify.annotations.NullMarked;
