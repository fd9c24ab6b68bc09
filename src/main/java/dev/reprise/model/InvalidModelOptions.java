package dev.reprise.model;

/** An agent's options for a model are not understood. */
public class InvalidModelOptions extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String path;

  /**
   * Says what is wrong and where.
   *
   * @param path within the options, for example {@code script.survey[2].calls[0].tool}
   * @param message what is wrong and what is allowed
   */
  public InvalidModelOptions(String path, String message) {
    super(message);
    this.path = path;
  }

  /** Returns where, within the options. */
  public String path() {
    return path;
  }
}
