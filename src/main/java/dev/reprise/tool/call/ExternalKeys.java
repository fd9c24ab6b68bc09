package dev.reprise.tool.call;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.SharedSecrets;
import dev.reprise.tool.ToolException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What the outside knows calls by: the same for every attempt at a call, whatever server makes it,
 * and no other call's; 64 hexadecimal digits, which tell nothing of the run.
 *
 * <p>They are HMAC-SHA-256 over tenant and call with a secret of the database, which is none of the
 * keys that rotate: a call under way keeps its key.
 */
@ApplicationScoped
public class ExternalKeys {

  private static final System.Logger LOG = System.getLogger(ExternalKeys.class.getName());
  private static final String SECRET = "external-key";

  private Source source;
  private volatile Optional<SecretKeySpec> secret = Optional.empty();

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ExternalKeys() {}

  @Inject
  ExternalKeys(SharedSecrets secrets) {
    this(() -> secrets.named(SECRET));
  }

  public ExternalKeys(Source source) {
    this.source = source;
  }

  /** Where the secret comes from; asked until it has answered once. */
  public interface Source {
    byte[] secret() throws SQLException;
  }

  /**
   * Returns the key of a call.
   *
   * @param key that it has within
   * @throws ToolException if the database does not give the secret
   */
  public String of(String tenant, String key) throws ToolException {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(secret());
      mac.update(tenant.getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0); // in no tenant's name
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
    } catch (SQLException e) {
      LOG.log(WARNING, "calls cannot be given keys for the outside, and are not made", e);
      throw new ToolException(
          "store_unavailable",
          "the call was not made: the database does not give what its key is derived from");
    }
  }
}
