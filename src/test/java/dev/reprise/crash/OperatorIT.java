package dev.reprise.crash;

/** As configured, a run becomes a job when that is useful. */
class OperatorIT extends JobOperatorScenarios {

  OperatorIT() {
    super("operator", Site.FILES);
  }
}
