package dev.reprise.api.identity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import dev.reprise.server.OidcProvider;
import dev.reprise.server.ServerProcess;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * The table of logins, with tokens of an OpenID Connect provider, a claim of which is the tenant.
 */
class OidcLoginsIT extends LoginTable {

  private static OidcProvider provider;
  private static ServerProcess server;

  @BeforeAll
  static void start() throws Exception {
    Map<String, JsonNode> users =
        Map.of(
            "ana", Json.read("{\"groups\": [\"admins\"], \"org\": \"acme\"}"),
            "admin", Json.read("{\"groups\": [\"admins\"]}"));
    provider = OidcProvider.start(users);
    server =
        ServerProcess.named(
            "oidc-logins",
            options()
                .with("REPRISE_LOGIN", "oidc")
                .with("REPRISE_OIDC_DISCOVERY_URL", provider.discoveryUrl())
                .with("REPRISE_OIDC_AUDIENCE", OidcProvider.AUDIENCE)
                .withJvmOption("-Djavax.net.ssl.trustStore=" + provider.trustStore())
                .withJvmOption("-Djavax.net.ssl.trustStorePassword=" + provider.password())
                .with("REPRISE_TENANT_CLAIM", "org")
                .with("REPRISE_TENANT_PATTERN", "(.+)@.+|admin"));
    server.start();
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
    provider.close();
  }

  @Override
  ServerProcess server() {
    return server;
  }

  @Override
  List<Right> logins() throws Exception {
    return List.of(
        Right.password(server.credentials().basic("admin"), "admin", "registry:admin of default"),
        Right.password(server.credentials().basic("viewer"), "viewer", "403"),
        Right.bearer(provider.token("ana", OidcProvider.AUDIENCE), "ana", "ana of acme"),
        Right.bearer(provider.token("admin", OidcProvider.AUDIENCE), "admin", "403"),
        apiKey());
  }
}
