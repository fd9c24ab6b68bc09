/**
 * Agents as their authors write them: documents in YAML or JSON, what is wrong with them, and the
 * catalogue of those that this server knows.
 *
 * <p>Shape and surroundings are checked apart: whether a document is an agent depends on the
 * document alone, so that the version that a run pinned can be read for ever; whether its tools and
 * its model exist is asked of this server, when the agent is to be used. Whether this server has
 * what a run keeps, its tools as they were declared and a model, is asked whenever it takes the run
 * on.
 */
@NullMarked
package dev.reprise.definition;

import org.jspecify.annotations.NullMarked;
