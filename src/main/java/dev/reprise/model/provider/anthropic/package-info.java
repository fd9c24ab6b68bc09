/**
 * Anthropic's messages. A message keeps the order of its blocks, and blocks of a type that this
 * server does not know go back as they came.
 */
@NullMarked
package dev.reprise.model.provider.anthropic;

import org.jspecify.annotations.NullMarked;
