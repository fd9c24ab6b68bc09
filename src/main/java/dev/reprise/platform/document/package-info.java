/**
 * The documents that people write: agents and operators' files, in YAML or JSON.
 *
 * <p>{@link dev.reprise.platform.document.DocumentParser} turns a text into a tree within bounds.
 * {@link dev.reprise.platform.document.DocumentSchema} checks the tree against a published JSON
 * Schema, whose {@code errorMessage} members word what must be. Code checks only what a schema
 * cannot say: references within a document, unique names, and what this server has.
 */
@NullMarked
package dev.reprise.platform.document;

import org.jspecify.annotations.NullMarked;
