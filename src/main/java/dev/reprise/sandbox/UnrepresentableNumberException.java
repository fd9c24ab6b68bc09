package dev.reprise.sandbox;

/** A number that JavaScript would round. */
public final class UnrepresentableNumberException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  UnrepresentableNumberException(String number) {
    super("JavaScript has no number %s; pass it as a string".formatted(number));
  }
}
