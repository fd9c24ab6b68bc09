package dev.reprise.execution.batch;

import dev.reprise.execution.job.ShutdownDetector;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Tells apart why the job of a batch is stopped. */
@ApplicationScoped
class BatchShutdown {

  private final ShutdownDetector detector;

  @Inject
  BatchShutdown(ShutdownDetector detector) {
    this.detector = detector;
  }

  BatchStop ofStoppedJob() {
    return switch (detector.ofStoppedJob()) {
      case DRAIN -> BatchStop.DRAIN;
      default -> BatchStop.OPERATOR;
    };
  }
}
