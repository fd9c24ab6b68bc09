package dev.reprise.crash.operator;

import dev.reprise.crash.fixture.Site;

/** No run is a job, unless one is started for it by hand. */
class OperatorWithoutJobsIT extends OperatorScenarios {

  OperatorWithoutJobsIT() {
    super("operator-without-jobs", Site.FILES.with("REPRISE_DISPATCH_AS_JOBS", "never"));
  }
}
