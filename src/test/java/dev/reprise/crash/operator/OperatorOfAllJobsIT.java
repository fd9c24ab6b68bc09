package dev.reprise.crash.operator;

import dev.reprise.crash.fixture.Site;

/** Each run is a job. */
class OperatorOfAllJobsIT extends JobOperatorScenarios {

  OperatorOfAllJobsIT() {
    super("operator-of-all-jobs", Site.FILES.with("REPRISE_DISPATCH_AS_JOBS", "always"));
  }
}
