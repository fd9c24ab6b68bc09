/**
 * Calls of artifacts: the tool {@code call_artifact}, by which agents run the code of artifacts,
 * and have it written, repaired and rewritten.
 */
@NullMarked
package dev.reprise.artifact.call;

import org.jspecify.annotations.NullMarked;
