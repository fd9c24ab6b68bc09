package dev.reprise.sandbox;

/** A number that JavaScript would round. */
public final class UnrepresentableNumberException extends IllegalArgumentException {

  UnrepresentableNumberException(String number) {
    super("JavaScript has no number %s; pass it as a string".formatted(number));
  }
}
