package dev.reprise.operations.bulk;

import dev.reprise.agent.Cost;
import dev.reprise.agent.budget.Spending;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.RunProgressReader;
import dev.reprise.queue.RunProgressReader.Progress;
import dev.reprise.queue.row.Run;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** What runs have cost, and what they are expected to cost if they continue. */
@ApplicationScoped
public class RunCosts {

  private static final int AT_ONCE = 1000;
  private static final int SAMPLE = 100;
  private static final int DECIMALS = 6;

  private static final String NEWEST =
      """
      SELECT AVG(s.spent_usd) AS usd FROM (
        SELECT spent_usd FROM run --DERBY-PROPERTIES index=run_list_by_both
        WHERE tenant = ? AND agent = ? AND status = 'COMPLETED'
        ORDER BY created_at DESC FETCH FIRST %d ROWS ONLY) s"""
          .formatted(SAMPLE);

  private final Database database;
  private final RunProgressReader progress;

  @Inject
  public RunCosts(Database database, RunProgressReader progress) {
    this.database = database;
    this.progress = progress;
  }

  /**
   * What some runs cost, in US dollars.
   *
   * @param spent what they have spent, as far as is known without their records
   * @param expected what they are expected to spend if they continue; empty if no run of one of the
   *     agents has completed
   */
  public record Costs(BigDecimal spent, Optional<BigDecimal> expected) {}

  /**
   * Returns what runs of a tenant cost. A run is expected to cost what the newest hundred completed
   * runs of its agent did on average, less what it has spent.
   */
  public Costs of(String tenant, List<Run> runs) {
    Map<UUID, BigDecimal> spent = spent(runs);
    BigDecimal expected = BigDecimal.ZERO;
    boolean isKnown = true;
    Map<String, List<Run>> byAgent = runs.stream().collect(Collectors.groupingBy(Run::agent));
    for (Map.Entry<String, List<Run>> of : byAgent.entrySet()) {
      Optional<BigDecimal> average = average(tenant, of.getKey());
      isKnown &= average.isPresent();
      for (Run run : of.getValue()) {
        BigDecimal rest =
            average.orElse(BigDecimal.ZERO).subtract(spent.getOrDefault(run.id(), BigDecimal.ZERO));
        expected = expected.add(rest.max(BigDecimal.ZERO));
      }
    }
    return new Costs(
        rounded(spent.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add)),
        isKnown ? Optional.of(rounded(expected)) : Optional.empty());
  }

  private static BigDecimal rounded(BigDecimal usd) {
    return Cost.shortest(usd.setScale(DECIMALS, RoundingMode.UP));
  }

  private Map<UUID, BigDecimal> spent(List<Run> runs) {
    List<Progress> found = new ArrayList<>();
    for (int from = 0; from < runs.size(); from += AT_ONCE) {
      List<Run> page = runs.subList(from, Math.min(runs.size(), from + AT_ONCE));
      found.addAll(progress.of(page.stream().map(Run::id).toList()));
    }
    return found.stream()
        .filter(it -> it.spent().isPresent())
        .collect(
            Collectors.toMap(Progress::run, it -> it.spent().map(Spending::usd).orElseThrow()));
  }

  private Optional<BigDecimal> average(String tenant, String agent) {
    return database.rows(NEWEST, row -> row.optionalAmount("usd"), tenant, agent).stream()
        .flatMap(Optional::stream)
        .findFirst();
  }
}
