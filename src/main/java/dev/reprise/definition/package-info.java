/**
 * Agents as their authors write them: documents in YAML or JSON, their problems, and the catalogue
 * of this server's agents.
 *
 * <p>There are three checks. Whether a document is an agent depends on the document alone, so a
 * version that a run pinned can always be read. Whether its tools and its model exist on this
 * server is checked when a run is submitted; what is only not there yet makes no document broken.
 * Whether the server still has what a run pinned, the declared tools and a model, is checked
 * whenever the server claims the run.
 */
@NullMarked
package dev.reprise.definition;

import org.jspecify.annotations.NullMarked;
