package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What would grow without a bound: costs, and the database. Tested by {@code LimitChecksTest}. */
final class LimitChecks {

  private static final Set<String> UNITS_OF_COST = Set.of("usd", "tokens");

  private static final int NAMED = 10;

  static final List<Check> ALL =
      List.of(
          new Check("the limits of a day", LimitChecks::day),
          new Check("the budgets of agents", LimitChecks::agents),
          new Check("the retention", LimitChecks::retention));

  private LimitChecks() {}

  /** Without a limit of a day, nothing bounds what many runs cost together. */
  static List<Finding> day(ServerState server) throws RepriseException, InterruptedException {
    boolean isLimited =
        server.client().list(ApiRequest.of(Operation.LIST_BUDGETS)).stream()
            .anyMatch(
                it ->
                    !it.has("agent")
                        && !it.has("schedule")
                        && UNITS_OF_COST.contains(it.path("unit").asText()));
    return isLimited
        ? List.of()
        : List.of(
            Finding.error(
                "Nothing limits what the runs of the tenant cost in a day.",
                "Set REPRISE_BUDGETS_DAY_USD, or REPRISE_BUDGETS_DAY_TOKENS for models without"
                    + " prices, on all servers."));
  }

  /** A run of such an agent may use up all that the limit of the day leaves. */
  static List<Finding> agents(ServerState server) throws RepriseException, InterruptedException {
    List<String> unlimited = new ArrayList<>();
    for (JsonNode agent : server.client().list(ApiRequest.of(Operation.LIST_AGENTS))) {
      if (mayCost(agent) && !hasBudget(server, agent)) {
        unlimited.add(agent.path("name").asText());
      }
    }
    return unlimited.isEmpty()
        ? List.of()
        : List.of(
            Finding.warning(
                "Agents whose runs have no limit of dollars or tokens: %s."
                    .formatted(names(unlimited)),
                "Add budget: {usd: AMOUNT} to their documents; submissions may lower it."));
  }

  private static boolean mayCost(JsonNode agent) {
    return agent.path("usable").asBoolean()
        && !agent.path("source").asText().startsWith("built-in")
        && !agent.path("model").path("provider").asText().equals("scripted");
  }

  private static boolean hasBudget(ServerState server, JsonNode agent)
      throws RepriseException, InterruptedException {
    JsonNode version =
        server
            .client()
            .send(
                ApiRequest.of(
                    Operation.SHOW_AGENT_VERSION,
                    agent.path("name").asText(),
                    agent.path("version").asText()));
    return UNITS_OF_COST.stream().anyMatch(version.path("document").path("budget")::hasNonNull);
  }

  private static String names(List<String> all) {
    String first = String.join(", ", all.subList(0, Math.min(NAMED, all.size())));
    return all.size() > NAMED ? "%s and %d more".formatted(first, all.size() - NAMED) : first;
  }

  /** How long runs are kept is a decision; the default is none. */
  static List<Finding> retention(ServerState server) throws RepriseException, InterruptedException {
    ServerSettings settings = server.settings();
    if (settings.isSet("reprise.retention.file")) {
      return List.of();
    }
    String remedy =
        "Set REPRISE_RETENTION_AGE, or REPRISE_RETENTION_FILE for rules by agent and status, which"
            + " also cancel runs that wait for ever.";
    if (isNone(settings, "age") && isNone(settings, "count") && isNone(settings, "bytes")) {
      return List.of(
          Finding.warning("Nothing erases ended runs, so the database grows for ever.", remedy));
    }
    return settings.isSet("reprise.retention.age")
            || settings.isSet("reprise.retention.count")
            || settings.isSet("reprise.retention.bytes")
        ? List.of()
        : List.of(
            Finding.warning(
                "It was not decided how long runs are kept: failed ones too are erased %s after their end."
                    .formatted(settings.value("reprise.retention.age").orElse("some time")),
                remedy));
  }

  private static boolean isNone(ServerSettings settings, String limit)
      throws RepriseException, InterruptedException {
    return settings.value("reprise.retention." + limit).equals(Optional.of("none"));
  }
}
