package dev.reprise.codec;

/** What a template refers to is larger than the input that it fills may be. */
public final class InputTooLargeException extends IllegalArgumentException {

  InputTooLargeException(long maxBytes) {
    super("it has more than %,d bytes with all that it refers to".formatted(maxBytes));
  }
}
