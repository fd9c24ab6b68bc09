package dev.reprise.crash.kill;

import dev.reprise.server.ServerOptions;

/** The crash matrix where each run is a job. */
class CrashMatrixOfAllJobsIT extends CrashMatrix {

  CrashMatrixOfAllJobsIT() {
    super("matrix-of-all-jobs", ServerOptions.DEFAULT.with("REPRISE_DISPATCH_AS_JOBS", "always"));
  }
}
