package dev.reprise.api.identity;

import dev.reprise.server.ServerProcess;
import dev.reprise.server.TokenIssuer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The table of logins, where passwords and API keys are the only ones. */
class RegistryLoginsIT extends LoginTable {

  private static ServerProcess server;

  @BeforeAll
  static void start() throws Exception {
    server = ServerProcess.named("registry-logins", options());
    server.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  ServerProcess server() {
    return server;
  }

  @Override
  List<Right> logins() throws Exception {
    String token = new TokenIssuer().sign(TokenIssuer.claims("admin", "admins"));
    return List.of(
        Right.password(server.credentials().basic("admin"), "admin", "admin of default"),
        Right.bearer(token, "none", "401"),
        apiKey());
  }
}
