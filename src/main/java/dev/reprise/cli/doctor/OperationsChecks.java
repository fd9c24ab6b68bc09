package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.Page;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.ProblemException;
import dev.reprise.client.http.RepriseException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What operators have to know of a server and its runs. Tested by {@code ApiChecksTest}. */
final class OperationsChecks {

  private static final Optional<String> OWN_VERSION =
      Optional.ofNullable(OperationsChecks.class.getPackage().getImplementationVersion());

  private static final Duration LONG = Duration.ofDays(1);

  private static final String LISTED =
      "'reprise approval list' lists them, 'reprise approval show RUN' says what is asked.";

  private static final int NOT_FOUND = 404;

  private static final int MOST = 1000;

  private static final int PAGE = 200;

  static final List<Check> ALL =
      List.of(
          new Check("the versions", server -> version(OWN_VERSION, server)),
          new Check("the configuration", OperationsChecks::configuration),
          new Check("the kill switches", OperationsChecks::killSwitches),
          new Check("the breakers", OperationsChecks::breakers),
          new Check("the quotas", OperationsChecks::quotas),
          new Check("the dead letters", OperationsChecks::deadLetters),
          new Check("the runs that wait for people", OperationsChecks::longWaits));

  private OperationsChecks() {}

  /**
   * A client of another version may not know what the server answers.
   *
   * @param own the version of this program; empty in development
   */
  static List<Finding> version(Optional<String> own, ServerState server)
      throws RepriseException, InterruptedException {
    if (own.isEmpty()) {
      return List.of();
    }
    String theirs;
    try {
      theirs = server.client().description().path("info").path("version").asText();
    } catch (ProblemException e) {
      if (e.problem().status() == NOT_FOUND) {
        return List.of(); // a build for development, which has no description of its API
      }
      throw e;
    }
    return own.get().equals(theirs)
        ? List.of()
        : List.of(
            Finding.warning(
                "This program has version %s, the server %s.".formatted(own.get(), theirs),
                "Use the reprise that comes with the server, bin/reprise."));
  }

  /** A setting whose name is not written correctly has no effect. */
  static List<Finding> configuration(ServerState server)
      throws RepriseException, InterruptedException {
    // The prefix keeps the answer short: no setting begins so.
    return ClientJson.list(
        server
            .client()
            .send(ApiRequest.of(Operation.SHOW_CONFIGURATION).query("prefix", Optional.of("-")))
            .path("warnings"),
        warning ->
            Finding.warning(
                "%s.".formatted(warning.asText()),
                "Correct or remove it and restart the server; 'reprise configuration' lists all"
                    + " settings."));
  }

  /** A kill switch that is forgotten keeps runs from working. */
  static List<Finding> killSwitches(ServerState server)
      throws RepriseException, InterruptedException {
    return server.client().list(ApiRequest.of(Operation.LIST_KILL_SWITCHES)).stream()
        .map(OperationsChecks::setSwitch)
        .toList();
  }

  private static Finding setSwitch(JsonNode it) {
    String kind = it.path("kind").asText().toLowerCase(Locale.ROOT).replace('_', '-');
    String name = it.path("name").asText();
    return Finding.warning(
        "The kill switch %s is set for tenant %s by %s since %s: %s"
            .formatted(
                name.isEmpty() ? kind : kind + " " + name,
                it.path("tenant").asText(),
                it.path("by").asText(),
                it.path("at").asText(),
                it.path("reason").asText()),
        "Once its reason is gone: reprise kill-switch release " + it.path("id").asText());
  }

  /**
   * An open breaker keeps calls from a provider or tool that fails, or runs of an agent that does.
   */
  static List<Finding> breakers(ServerState server) throws RepriseException, InterruptedException {
    return server.client().list(ApiRequest.of(Operation.LIST_BREAKERS)).stream()
        .filter(it -> !it.path("state").asText().equals("CLOSED"))
        .map(OperationsChecks::openBreaker)
        .toList();
  }

  private static Finding openBreaker(JsonNode it) {
    String kind = it.path("kind").asText();
    String text =
        "The breaker of %s '%s' is %s since %s, after %d failures in a row, the last one %s."
            .formatted(
                kind.equals("model") ? "model provider" : kind,
                it.path("name").asText(),
                it.path("state").asText(),
                it.path("since").asText(),
                it.path("failures").asInt(),
                it.path("because").asText());
    String remedy =
        "It is tried again at %s. Mend the cause first; to try at once: reprise breaker reset %s %s"
            .formatted(it.path("until").asText(), kind, it.path("name").asText());
    return kind.equals("model") ? Finding.error(text, remedy) : Finding.warning(text, remedy);
  }

  /** Runs wait while a provider has asked for a pause. */
  static List<Finding> quotas(ServerState server) throws RepriseException, InterruptedException {
    return ClientJson.list(
        server.client().send(ApiRequest.of(Operation.LIST_QUOTAS)).path("items"),
        it ->
            Finding.warning(
                "Provider '%s' has asked for a pause of model '%s' until %s; runs wait that long."
                    .formatted(
                        it.path("provider").asText(),
                        it.path("model").asText(),
                        it.path("pausedUntil").asText()),
                "Wait, or get a larger quota of the provider; to call it at once:"
                    + " reprise quota resume %s %s"
                        .formatted(it.path("provider").asText(), it.path("model").asText())));
  }

  /** Runs that were given up wait for somebody who finds the cause. */
  static List<Finding> deadLetters(ServerState server)
      throws RepriseException, InterruptedException {
    for (JsonNode count : server.client().list(ApiRequest.of(Operation.COUNT_RUNS))) {
      if (count.path("status").asText().equals("DEAD_LETTER") && count.path("count").asInt() > 0) {
        return List.of(
            Finding.warning(
                "Runs that were given up after repeated failures: %d%s."
                    .formatted(
                        count.path("count").asInt(),
                        count.path("orMore").asBoolean() ? " or more" : ""),
                "'reprise run list --status DEAD_LETTER' lists them, 'reprise run show RUN' has the"
                    + " cause; once that is mended: reprise run retry RUN"));
      }
    }
    return List.of();
  }

  /**
   * Runs that wait for people for long may have been overlooked; those with calls in doubt are the
   * trace of an outage.
   */
  static List<Finding> longWaits(ServerState server) throws RepriseException, InterruptedException {
    Instant before = server.now().minus(LONG);
    List<JsonNode> waiting =
        Page.first(MOST, cursor -> server.client().approvals().list(PAGE, cursor));
    long late = waiting.stream().filter(it -> isBefore(it.path("since").asText(), before)).count();
    long inDoubt =
        waiting.stream()
            .filter(it -> it.path("waitingFor").asText().equals("reconciliation"))
            .count();
    List<Finding> findings = new ArrayList<>();
    if (inDoubt > 0) {
      findings.add(
          Finding.warning(
              "Runs with tool calls whose outcome is unknown: %d.".formatted(inDoubt),
              "A person must say whether the calls happened. " + LISTED));
    }
    if (late > 0) {
      findings.add(
          Finding.warning(
              "Runs that have waited for a person for more than a day: %d.".formatted(late),
              LISTED));
    }
    return findings;
  }

  private static boolean isBefore(String since, Instant limit) {
    try {
      return Instant.parse(since).isBefore(limit);
    } catch (DateTimeException e) {
      return false; // a server that does not tell
    }
  }
}
