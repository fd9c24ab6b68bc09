package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What lets strangers in, or lets somebody change a record unseen. Tested by {@code
 * SecurityChecksTest}.
 */
final class SecurityChecks {

  private static final Duration RENEWAL = Duration.ofDays(30);

  /** Those that {@code src/build/users.groovy} and the Compose file make. */
  private static final Set<String> GENERATED_USERS =
      Set.of("admin", "operator", "approver", "submitter", "auditor", "viewer", "monitoring");

  private static final String REALM_OF_DEVELOPMENT = "group:reprise/";

  private static final int AUDIT_ENTRIES = 200;

  /** Fewer changes may be the work of one person by chance. */
  private static final int MANY_CHANGES = 20;

  static final Check CERTIFICATE = new Check("the certificate", SecurityChecks::certificate);

  static final Check TEST_PROFILE = new Check("the test profile", SecurityChecks::testProfile);

  static final List<Check> ALL =
      List.of(
          new Check("plain HTTP", SecurityChecks::plainHttp),
          new Check("the users", SecurityChecks::users),
          new Check("who makes changes", SecurityChecks::changes),
          new Check("the sealing keys", SecurityChecks::sealingKeys),
          new Check("the encryption keys", SecurityChecks::encryptionKeys));

  private SecurityChecks() {}

  /** After the end of the certificate, no client connects. */
  static List<Finding> certificate(ServerState server) {
    if (server.address().getScheme().equals("http")) {
      return List.of(
          Finding.warning(
              "The certificate was not checked, because %s is plain HTTP."
                  .formatted(server.address()),
              "Name the address that clients use, such as https://reprise.example.org, in --server"
                  + " or REPRISE_SERVER."));
    }
    return server
        .ready()
        .certificateUntil()
        .filter(until -> until.isBefore(server.now().plus(RENEWAL)))
        .map(
            until ->
                Finding.warning(
                    "The certificate of %s, or one that signed it, ends at %s."
                        .formatted(server.address(), until),
                    "Put a new one into the key store 'defaultKeyStore' of all servers, or into the"
                        + " proxy; a server takes a changed file within seconds."))
        .stream()
        .toList();
  }

  /** What is a warning elsewhere: in production, no call may be approved by itself. */
  static List<Finding> testProfile(ServerState server) {
    return ReadinessChecks.testProfile(server).stream().map(Finding::asError).toList();
  }

  /** A setting opens the API to logins that everybody on the way can read. */
  static List<Finding> plainHttp(ServerState server) throws RepriseException, InterruptedException {
    return server.settings().value("reprise.http.plain").equals(Optional.of("anywhere"))
        ? List.of(
            Finding.error(
                "The API answers over plain HTTP to every machine, so that passwords and keys can be"
                    + " read on the way.",
                "Remove REPRISE_HTTP_PLAIN=anywhere and restart the server; clients and proxies use"
                    + " HTTPS."))
        : List.of();
  }

  /**
   * The API does not tell which registry a server has. But a realm of another name than that of
   * development needs another group of batch administrators.
   */
  static List<Finding> users(ServerState server) throws RepriseException, InterruptedException {
    boolean isRegistry =
        server.settings().value("reprise.login").equals(Optional.of("registry"))
            && server
                .settings()
                .value("reprise.batch.admins")
                .filter(it -> it.startsWith(REALM_OF_DEVELOPMENT))
                .isPresent();
    if (!isRegistry) {
      return List.of();
    }
    String caller =
        server.client().send(ApiRequest.of(Operation.SHOW_CALLER)).path("name").asText();
    String remedy =
        "Let people log in with an <ldapRegistry> (REPRISE_USERS) or tokens (REPRISE_LOGIN=oidc or"
            + " jwt), and name their group of batch administrators in REPRISE_BATCH_ADMINS.";
    return List.of(
        GENERATED_USERS.contains(caller)
            ? Finding.error(
                "'%s' is a user such as development generates, with a password in a file."
                    .formatted(caller),
                remedy)
            : Finding.warning(
                "People log in with passwords, and the realm of the batch administrators is that of"
                    + " development: the users seem to be those of a file (<basicRegistry>).",
                remedy));
  }

  /** A login that several people share hides who did what. */
  static List<Finding> changes(ServerState server) throws RepriseException, InterruptedException {
    List<String> names =
        ClientJson.list(
                server
                    .client()
                    .send(
                        ApiRequest.of(Operation.LIST_AUDIT)
                            .query("limit", Optional.of(AUDIT_ENTRIES)))
                    .path("items"),
                it -> it)
            .stream()
            .filter(it -> it.path("type").asText().equals("deed"))
            .map(it -> it.path("data"))
            .filter(SecurityChecks::isChangeOfPerson)
            .map(it -> it.path("by").asText())
            .toList();
    return names.size() >= MANY_CHANGES && Set.copyOf(names).size() == 1
        ? List.of(
            Finding.warning(
                "The last %d changes of people were all made by '%s'."
                    .formatted(names.size(), names.getFirst()),
                "If several people use this login, give each person one of their own, so that the"
                    + " records say who did what."))
        : List.of();
  }

  private static boolean isChangeOfPerson(JsonNode deed) {
    return !deed.path("deed").asText().startsWith("GET ")
        && !deed.path("by").asText().startsWith("api-key:");
  }

  /** Without a key, all who may write to the database can compute the hashes again. */
  static List<Finding> sealingKeys(ServerState server)
      throws RepriseException, InterruptedException {
    return isSetOrFile(server, "reprise.seal.key")
        ? List.of()
        : List.of(
            Finding.error(
                "Records and the audit record are not sealed: all who may write to the database can"
                    + " change what they say, and nothing shows it.",
                "Set REPRISE_SEAL_KEY_FILE on all servers before the first run: runs from before the"
                    + " keys are refused. Keep the keys apart from the backups of the database."));
  }

  /** Encryption is needed only for texts that administrators of the database must not read. */
  static List<Finding> encryptionKeys(ServerState server)
      throws RepriseException, InterruptedException {
    return isSetOrFile(server, "reprise.encryption.key")
        ? List.of()
        : List.of(
            Finding.warning(
                "Records are not encrypted: the database, its files and its backups show all"
                    + " prompts, replies and results.",
                "If they are sensitive, set REPRISE_ENCRYPTION_KEY_FILE on all servers before the"
                    + " first run, beside the sealing keys."));
  }

  private static boolean isSetOrFile(ServerState server, String key)
      throws RepriseException, InterruptedException {
    return server.settings().isSet(key + "s") || server.settings().isSet(key + "-file");
  }
}
