package dev.reprise.crash.operator;

import dev.reprise.crash.fixture.Site;

/** As configured, a run becomes a job when that is useful. */
class OperatorIT extends JobOperatorScenarios {

  OperatorIT() {
    super("operator", Site.FILES);
  }
}
