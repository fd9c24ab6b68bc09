package dev.reprise.model.provider;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The protocols in which models are asked. */
enum ProviderKind {

  /** The chat completions of OpenAI, which gateways and most servers of open models speak too. */
  OPENAI("https://api.openai.com/v1"),

  /** The messages of Anthropic. */
  ANTHROPIC("https://api.anthropic.com/v1"),

  /** The chat of Ollama in its own protocol. */
  OLLAMA("http://localhost:11434");

  private final String baseUrl;

  ProviderKind(String baseUrl) {
    this.baseUrl = baseUrl;
  }

  /** Returns where it is asked if nothing else is said. */
  String baseUrl() {
    return baseUrl;
  }

  /** Returns the word for it in the configuration. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the kind of this word.
   *
   * @throws IllegalArgumentException if there is none; says which there are
   */
  static ProviderKind of(String word) {
    return Arrays.stream(values())
        .filter(kind -> kind.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "is %s, not '%s'"
                        .formatted(
                            Arrays.stream(values())
                                .map(ProviderKind::word)
                                .collect(Collectors.joining(", ")),
                            word)));
  }
}
