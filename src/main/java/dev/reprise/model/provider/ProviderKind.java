package dev.reprise.model.provider;

import java.util.Locale;

/** The protocols of model providers. */
public enum ProviderKind {

  /** OpenAI's chat completions, which gateways and most servers of open models also offer. */
  OPENAI("https://api.openai.com/v1"),

  /** Anthropic's messages. */
  ANTHROPIC("https://api.anthropic.com/v1"),

  /** Ollama's chat in its own protocol. */
  OLLAMA("http://localhost:11434");

  private final String baseUrl;

  ProviderKind(String baseUrl) {
    this.baseUrl = baseUrl;
  }

  /** Returns the default base URL. */
  public String baseUrl() {
    return baseUrl;
  }

  /** Returns the name of the kind in the configuration. */
  public String configName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
