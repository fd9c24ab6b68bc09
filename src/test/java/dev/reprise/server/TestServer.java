package dev.reprise.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The server that the API tests share. Each JVM of the tests starts one when a test first uses it,
 * and ends it when the JVM ends.
 *
 * <p>It has its own agents, a workspace, a tool that only admins may use, and tenants: the part of
 * a user's name after the {@code @}. Some things belong to one tenant only. It seals its records,
 * so that they can be imported; tests read the key to forge records.
 */
public final class TestServer {

  private static final int KEY_BYTES = 32;
  private static final Path FILES = Build.current().target().resolve("test-server-" + Build.fork());
  private static final TokenIssuer TOKENS = new TokenIssuer();
  private static final ServerProcess SERVER = start();

  private TestServer() {}

  private static ServerProcess start() {
    try {
      ServerDirectory.deleteTree(FILES);
      Files.createDirectories(FILES);
      var server = ServerProcess.named("api-" + Build.fork(), options());
      server.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ServerOptions options() throws IOException {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return ServerOptions.DEFAULT
        .withUser("ana@acme", "operators")
        .withUser("bo@beta", "operators")
        .withUser("eve@beta", "admins")
        .withUser("cy@gamma", "operators")
        .withUser("di@gamma", "approvers")
        .withUser("stray", "viewers")
        .with(
            "REPRISE_TENANT_PATTERN", "[^@]+@(.+)|admin|operator|approver|submitter|auditor|viewer")
        .with("REPRISE_WEBHOOKS_MAX_OF_TENANT", "100")
        .with("REPRISE_LOGIN", "jwt")
        .with("REPRISE_LOGINS_SAME_NAME", "same-person")
        .with("REPRISE_JWT_ISSUER", TokenIssuer.ISSUER)
        .with("REPRISE_JWT_AUDIENCE", TokenIssuer.AUDIENCE)
        .with("REPRISE_JWT_JWKS_URI", TOKENS.keysUri())
        .withJvmOption("-Dreprise.approvals.tenant.beta.by-submitter=false")
        .withJvmOption("-Dreprise.approvals.tenant.gamma.quorum=2")
        .with("REPRISE_AGENTS_DIR", Build.current().agents().toString())
        .with(
            "REPRISE_WORKSPACES",
            "test=%s,acme-files=%s,beta-files=%s"
                .formatted(
                    Files.createDirectories(FILES.resolve("workspace/sub")).getParent(),
                    Files.createDirectories(FILES.resolve("files-of-acme")),
                    Files.createDirectories(FILES.resolve("files-of-beta"))))
        .with("REPRISE_WORKSPACES_TEST_TENANTS", "*")
        .with("REPRISE_WORKSPACES_ACME_FILES_TENANTS", "acme")
        .with("REPRISE_WORKSPACES_BETA_FILES_TENANTS", "beta")
        .with("REPRISE_SQL_SOURCES", "beta-books")
        .with("REPRISE_SQL_SOURCE_BETA_BOOKS_JNDI", "jdbc/beta-books")
        .with("REPRISE_SQL_SOURCE_BETA_BOOKS_TENANTS", "beta")
        .with(
            "REPRISE_MCP_SERVERS_FILE",
            file(
                "mcp-servers.yaml",
                "- {name: beta_tools, tenants: [beta], transport: stdio, command: [/there/is/none]}\n"))
        .with(
            "REPRISE_TOOLS_POLICY_FILE",
            file("tools.yaml", "- {name: append_file, roles: [admin]}\n"))
        .with("REPRISE_CONFIG_FILE", file("reprise.yaml", "reprise: {streams: {max: 20}}\n"))
        .with("REPRISE_STREAMS_MAX_OF_TENANT", "15")
        .with("REPRISE_MODELS", "unpriced")
        .with("REPRISE_MODELS_UNPRICED_KIND", "openai")
        .with("REPRISE_MODELS_UNPRICED_BASE_URL", "http://localhost:9/v1")
        .with(
            "REPRISE_SEAL_KEY_FILE",
            file("seal.keys", "test=%s\n".formatted(Base64.getEncoder().encodeToString(key))));
  }

  private static String file(String name, String text) throws IOException {
    return Files.writeString(FILES.resolve(name), text).toString();
  }

  /** The address of the plain HTTP endpoint, with a slash at the end. */
  public static URI http() {
    return SERVER.baseUri();
  }

  /**
   * The address of the HTTPS endpoint, with a slash at the end; the server signs its own
   * certificate.
   */
  public static URI https() {
    return SERVER.httpsUri();
  }

  /** Returns the keys with which it seals records. */
  public static String sealKeys() {
    return read(FILES.resolve("seal.keys"));
  }

  /** Returns the API description that is in the WAR. */
  public static String description() {
    return read(Build.current().target().resolve("classes/META-INF/api/openapi.json"));
  }

  /** Issues tokens that it accepts. */
  public static TokenIssuer tokens() {
    return TOKENS;
  }

  public static Credentials credentials() {
    return SERVER.credentials();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
