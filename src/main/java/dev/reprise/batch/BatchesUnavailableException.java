package dev.reprise.batch;

/**
 * The database failed. Nothing was changed, unless an {@link
 * dev.reprise.platform.jdbc.InDoubtException} is among its causes.
 */
public class BatchesUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public BatchesUnavailableException(Throwable cause) {
    super("the batches cannot be read or written", cause);
  }
}
