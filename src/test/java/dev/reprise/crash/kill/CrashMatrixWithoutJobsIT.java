package dev.reprise.crash.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.crash.fixture.ledger.CrashPoint;
import dev.reprise.server.ServerOptions;
import java.util.UUID;

/** The crash matrix where no run is a job. */
class CrashMatrixWithoutJobsIT extends CrashMatrix {

  CrashMatrixWithoutJobsIT() {
    super("matrix-without-jobs", ServerOptions.DEFAULT.with("REPRISE_DISPATCH_AS_JOBS", "never"));
  }

  @Override
  void checkJob(UUID run, String status) {
    assertThat(site().jobs().of(run)).as("jobs of run %s", run).isEmpty();
  }

  /** The ends of the last phase and of the run are recorded together. */
  @Override
  String journalEnd(CrashPoint point) {
    return point == CrashPoint.BEFORE_CONCLUDE ? "model.replied" : super.journalEnd(point);
  }
}
