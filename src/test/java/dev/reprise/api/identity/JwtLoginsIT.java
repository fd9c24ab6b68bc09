package dev.reprise.api.identity;

import dev.reprise.server.ServerProcess;
import dev.reprise.server.TokenIssuer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The table of logins, with tokens by MicroProfile JWT, a claim of which is the tenant. */
class JwtLoginsIT extends LoginTable {

  private static final TokenIssuer TOKENS = new TokenIssuer();
  private static ServerProcess server;

  @BeforeAll
  static void start() throws Exception {
    server =
        ServerProcess.named(
            "jwt-logins",
            options()
                .with("REPRISE_LOGIN", "jwt")
                .with("REPRISE_JWT_ISSUER", TokenIssuer.ISSUER)
                .with("REPRISE_JWT_AUDIENCE", TokenIssuer.AUDIENCE)
                .with("REPRISE_JWT_JWKS_URI", TOKENS.keysUri())
                .with("REPRISE_TENANT_CLAIM", "org")
                .with("REPRISE_TENANT_PATTERN", "(.+)@.+|admin"));
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
    var ofAcme = TokenIssuer.claims("ana", "admins").put("org", "acme");
    var ofNone = TokenIssuer.claims("admin", "admins");
    return List.of(
        Right.password(server.credentials().basic("admin"), "admin", "registry:admin of default"),
        Right.password(server.credentials().basic("viewer"), "viewer", "403"),
        Right.bearer(TOKENS.sign(ofAcme), "ana", "ana of acme"),
        Right.bearer(TOKENS.sign(ofNone), "admin", "403"),
        apiKey());
  }
}
