/**
 * OpenAI's chat completions, and Ollama's chat, which is much like them. Requests are written, and
 * replies read, as JSON trees, so that nothing is lost that a provider adds and wants back.
 */
@NullMarked
package dev.reprise.model.provider.openai;

import org.jspecify.annotations.NullMarked;
