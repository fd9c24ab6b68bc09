package dev.reprise.tool.call;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.server.SharedSecrets;
import dev.reprise.tool.ToolException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys by which other systems know calls. A key is the same for every attempt at a call, on
 * whatever server, and differs from that of any other call. It has 64 hexadecimal digits, which
 * reveal nothing of the run.
 *
 * <p>Keys are HMAC-SHA-256 over tenant and call, with a secret that the database stores. The secret
 * is none of the keys that rotate, so an active call never changes its key.
 */
@ApplicationScoped
public class ExternalKeys {

  private static final System.Logger LOG = System.getLogger(ExternalKeys.class.getName());
  private static final String SECRET = "external-key";

  private final Source source;
  private volatile Optional<SecretKeySpec> secret = Optional.empty();

  @Inject
  ExternalKeys(SharedSecrets secrets) {
    this(() -> secrets.named(SECRET));
  }

  public ExternalKeys(Source source) {
    this.source = source;
  }

  /** The source of the secret; called until it has returned it once. */
  public interface Source {
    byte[] secret();
  }

  /**
   * Returns the key of a call.
   *
   * @param key of the call within this server
   * @throws ToolException if the database does not return the secret
   */
  public String of(String tenant, String key) throws ToolException {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(secret());
      mac.update(tenant.getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0); // occurs in no tenant's name
      return HexFormat.of().formatHex(mac.doFinal(key.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HmacSHA256", e);
    }
  }

  private SecretKeySpec secret() throws ToolException {
    Optional<SecretKeySpec> known = secret;
    if (known.isPresent()) {
      return known.get();
    }
    try {
      var read = new SecretKeySpec(source.secret(), "HmacSHA256");
      secret = Optional.of(read);
      return read;
    } catch (DatabaseException e) {
      LOG.log(WARNING, "cannot derive external keys, so calls are not made", e);
      throw new ToolException(
          "store_unavailable",
          "the call was not made: the database does not give what its key is derived from");
    }
  }
}
