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
 * Logins that were right when they came last. Kept is not what they say but a MAC of it, whose key
 * is this server's until it ends; whether they still are right is asked each time.
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
      byte[] credentials = login.credentials().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(mac.doFinal(credentials));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}
