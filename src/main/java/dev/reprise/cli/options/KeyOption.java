package dev.reprise.cli.options;

import dev.reprise.client.http.IdempotencyKey;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The key under which a request is carried out once. */
public final class KeyOption {

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description =
          "The server carries the request out once, however often it comes with this key; by default"
              + " a random one.")
  @Nullable IdempotencyKey key;

  /** Returns the key of one request. */
  public IdempotencyKey key() {
    return key == null ? IdempotencyKey.random() : key;
  }
}
