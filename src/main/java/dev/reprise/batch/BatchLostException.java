package dev.reprise.batch;

/** Another job carries the batch out, or it was taken from this one. */
public class BatchLostException extends RuntimeException {

  public BatchLostException(BatchClaim claim) {
    super("batch %s is not held with epoch %d any more".formatted(claim.batch(), claim.epoch()));
  }
}
