/** Providers over HTTP: OpenAI, Anthropic and Ollama. */
@NullMarked
package dev.reprise.model.provider;

import org.jspecify.annotations.NullMarked;
