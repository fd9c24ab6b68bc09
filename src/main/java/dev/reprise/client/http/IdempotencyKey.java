package dev.reprise.client.http;

import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Names one request, however often it is sent: a server that knows the header {@code
 * Idempotency-Key} carries it out once, and answers a repetition like the first one.
 */
public record IdempotencyKey(String value) {

  private static final Pattern VISIBLE = Pattern.compile("[!-~]{1,200}");

  /**
   * @throws IllegalArgumentException unless the key is 1 to 200 visible ASCII characters
   */
  public IdempotencyKey {
    if (!VISIBLE.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "an idempotency key has 1 to 200 visible ASCII characters");
    }
  }

  /** Returns a key that nothing else has. */
  public static IdempotencyKey random() {
    return new IdempotencyKey(UUID.randomUUID().toString());
  }
}
