package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Connection;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.ProblemException;
import dev.reprise.client.http.RepriseException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Asks a server what the checks want to know. What only a login may see is left out if the login is
 * not accepted, and nothing is asked if there is no answer at all; both are findings. Tested by
 * {@code DoctorCommandTest}.
 */
final class Diagnosis {

  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final Connection connection;
  private final RepriseClient client;
  private final Clock clock;
  private final Checks checks;
  private final Consumer<String> progress;

  /** The checks that need no login, and those that do. */
  record Checks(List<Check> open, List<Check> loggedIn) {
    Checks {
      open = List.copyOf(open);
      loggedIn = List.copyOf(loggedIn);
    }

    /** Returns these with more of them, which replace those of the same subject. */
    Checks with(Checks more) {
      return new Checks(with(open, more.open), with(loggedIn, more.loggedIn));
    }

    private static List<Check> with(List<Check> checks, List<Check> more) {
      Set<String> replaced = more.stream().map(Check::subject).collect(Collectors.toSet());
      return Stream.concat(
              checks.stream().filter(it -> !replaced.contains(it.subject())), more.stream())
          .toList();
    }
  }

  /**
   * @param progress is told who is logged in
   */
  Diagnosis(
      Connection connection,
      RepriseClient client,
      Clock clock,
      Checks checks,
      Consumer<String> progress) {
    this.connection = connection;
    this.client = client;
    this.clock = clock;
    this.checks = checks;
    this.progress = progress;
  }

  List<Finding> findings() throws InterruptedException {
    try (var health = new HealthEndpoints(connection.server(), clock)) {
      return switch (health.ask("ready")) {
        case HealthEndpoints.Silent(String why) -> List.of(unreachable(why));
        case HealthEndpoints.Foreign(int status) -> List.of(foreign(status));
        case HealthEndpoints.Reported(HealthReport ready) -> findings(ready);
      };
    }
  }

  private Finding unreachable(String why) {
    return Finding.error(
        "%s cannot be reached: %s".formatted(connection.server(), why),
        why.contains("TLS")
            ? "Have Java trust the authority of its certificate, for example with"
                + " JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=FILE, and name the server as its"
                + " certificate does."
            : "Start the server with 'bin/server run reprise', or name another one with --server or"
                + " REPRISE_SERVER.");
  }

  private Finding foreign(int status) {
    return Finding.error(
        "%s answers %d, and not as Reprise does: the application has not started, or this is another server."
            .formatted(connection.server(), status),
        "Look for errors in messages.log of the server, or correct the address in --server or"
            + " REPRISE_SERVER.");
  }

  private List<Finding> findings(HealthReport ready) throws InterruptedException {
    var server = new ServerState(connection.server(), client, ready, clock.instant());
    List<Finding> found = new ArrayList<>();
    for (Check check : checks.open()) {
      found.addAll(findings(check, server));
    }
    if (isLoggedIn(found)) {
      for (Check check : checks.loggedIn()) {
        found.addAll(findings(check, server));
      }
    }
    return found;
  }

  private boolean isLoggedIn(List<Finding> found) throws InterruptedException {
    try {
      JsonNode caller = client.send(ApiRequest.of(Operation.SHOW_CALLER));
      progress.accept(
          "logged in as %s of tenant %s; roles: %s"
              .formatted(
                  caller.path("name").asText(),
                  caller.path("tenant").asText(),
                  String.join(", ", ClientJson.list(caller.path("roles"), JsonNode::asText))));
      return true;
    } catch (RepriseException e) {
      found.add(
          status(e) == UNAUTHORIZED
              ? Finding.error(
                  "The server does not accept the login: %s".formatted(e.getMessage()),
                  "Correct --user and REPRISE_PASSWORD, or REPRISE_API_KEY; an API key may have"
                      + " expired, and 'reprise key create' makes another one.")
              : notTold("the login", e));
      return false;
    }
  }

  private static List<Finding> findings(Check check, ServerState server)
      throws InterruptedException {
    try {
      return check.findings(server);
    } catch (RepriseException e) {
      return List.of(
          status(e) == FORBIDDEN
              ? Finding.warning(
                  "This login may not see %s, so that was not checked.".formatted(check.subject()),
                  "Log in as an auditor or admin, with --user or --api-key.")
              : notTold(check.subject(), e));
    }
  }

  private static Finding notTold(String subject, RepriseException e) {
    return Finding.error(
        "The server does not answer about %s: %s".formatted(subject, e.getMessage()),
        "Look for the cause in the server's log.");
  }

  private static int status(RepriseException e) {
    return e instanceof ProblemException refused ? refused.problem().status() : 0;
  }
}
