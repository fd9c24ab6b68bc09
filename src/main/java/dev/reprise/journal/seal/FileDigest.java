package dev.reprise.journal.seal;

import dev.reprise.platform.KeyRing;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;

/**
 * The digest of a file's bytes, sealed if there is a key.
 *
 * <p>Files are sealed with a key that is derived from the one that seals events (SP 800-108), so
 * that neither seal can pass for the other.
 */
public final class FileDigest {

  private static final String PURPOSE = "reprise record file";

  private final MessageDigest plain = HashChain.sha256();
  private final Optional<Mac> sealed;

  private FileDigest(Optional<Mac> sealed) {
    this.sealed = sealed;
  }

  /** Returns one that anyone can compute. */
  public static FileDigest plain() {
    return new FileDigest(Optional.empty());
  }

  /** Returns one that only a holder of the key can compute. */
  public static FileDigest withKey(KeyRing.Key key) {
    return new FileDigest(Optional.of(HashChain.hmac(key.derive(PURPOSE))));
  }

  public void add(byte[] bytes) {
    sealed.ifPresentOrElse(mac -> mac.update(bytes), () -> plain.update(bytes));
  }

  public String hex() {
    return HexFormat.of().formatHex(sealed.map(Mac::doFinal).orElseGet(plain::digest));
  }
}
