package dev.reprise.bench;

import dev.reprise.server.RecordedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** What the runs of one agent cost on one server, from their submission to their end. */
final class RunCosts {

  private final Clients clients;
  private final BenchAgent agent;
  private final int runs;
  private final Costs costs = new Costs("run");

  /**
   * Creates the costs of an agent's runs.
   *
   * @param runs how many are submitted together
   */
  RunCosts(Clients clients, BenchAgent agent, int runs) {
    this.clients = clients;
    this.agent = agent;
    this.runs = runs;
  }

  /** Carries out runs that do not count. */
  void warmUp() throws Exception {
    carryOut();
  }

  /** Carries out runs that count, and returns their journals. */
  List<RecordedRun> measure() throws Exception {
    List<UUID> ids = new ArrayList<>();
    costs.measure(clients.server().jvm(), runs, () -> ids.addAll(carryOut()));
    List<RecordedRun> recorded = clients.completed(ids);
    costs.addRate(RecordedRuns.perSecond(recorded));
    return recorded;
  }

  private List<UUID> carryOut() throws Exception {
    List<UUID> ids = clients.submit(agent, runs);
    clients.server().awaitIdle(agent);
    return ids;
  }

  double perSecond() {
    return costs.perSecond();
  }

  void report(Bench bench, String kind) {
    costs.report(bench, kind);
  }

  /** Reports what they cost relative to those of the version before. */
  void compare(Bench bench, String kind, RunCosts before) {
    costs.compare(bench, kind, before.costs);
  }
}
