package dev.reprise.demo;

/** The demonstration did not show what it promises; the message names the reason in a sentence. */
final class DemonstrationFailed extends Exception {

  private static final long serialVersionUID = 1L;

  DemonstrationFailed(String reason) {
    super(reason);
  }
}
