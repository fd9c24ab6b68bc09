package dev.reprise.api.identity;

import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The logins that were right the last time. The cache stores a MAC of each, not its text; the key
 * lives as long as this server. The container still checks every login.
 */
@ApplicationScoped
class LoginCache {

  private static final String ALGORITHM = "HmacSHA256";
  private static final int KEY_BYTES = 32;

  private final SecretKeySpec key;
  private final Map<String, Boolean> known = new LoginThrottle.Recent<>();

  LoginCache() {
    byte[] random = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(random);
    key = new SecretKeySpec(random, ALGORITHM);
  }

  public boolean contains(Login login) {
    String digest = digest(login);
    synchronized (known) {
      return known.get(digest) != null;
    }
  }

  public void add(Login login) {
    String digest = digest(login);
    synchronized (known) {
      known.put(digest, true);
    }
  }

  public void remove(Login login) {
    String digest = digest(login);
    synchronized (known) {
      known.remove(digest);
    }
  }

  private String digest(Login login) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      byte[] secret = login.secret().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(mac.doFinal(secret));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}
