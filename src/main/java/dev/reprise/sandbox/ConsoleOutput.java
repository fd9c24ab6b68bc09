package dev.reprise.sandbox;

/** Collects what a script writes to its console, up to a limit. */
final class ConsoleOutput {

  private final int limit;
  private final StringBuilder text = new StringBuilder();

  /**
   * @param limit in characters
   */
  ConsoleOutput(int limit) {
    this.limit = limit;
  }

  void append(String written) {
    text.append(written, 0, Math.min(written.length(), limit + 1 - text.length()));
  }

  @Override
  public String toString() {
    return text.length() > limit
        ? text.substring(0, limit) + "\n[cut after %s characters]\n".formatted(limit)
        : text.toString();
  }
}
