package dev.reprise.journal;

import dev.reprise.platform.KeyRing;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;

/** The digest of a file's bytes: sealed where there is a key. */
final class FileDigest {

  private final MessageDigest plain = HashChain.sha256();
  private final Optional<Mac> sealed;

  FileDigest(Optional<KeyRing.Key> key) {
    this.sealed = key.map(HashChain::hmac);
  }

  void add(byte[] bytes) {
    sealed.ifPresentOrElse(mac -> mac.update(bytes), () -> plain.update(bytes));
  }

  String hex() {
    return HexFormat.of().formatHex(sealed.map(Mac::doFinal).orElseGet(plain::digest));
  }
}
