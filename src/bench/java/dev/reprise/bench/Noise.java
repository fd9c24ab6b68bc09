package dev.reprise.bench;

import java.util.Base64;
import java.util.SplittableRandom;

/** Text that does not compress below three quarters, the same for the same seed. */
final class Noise {

  private Noise() {}

  static String text(String seed, int length) {
    byte[] bytes = new byte[length * 3 / 4];
    new SplittableRandom(seed.hashCode()).nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
