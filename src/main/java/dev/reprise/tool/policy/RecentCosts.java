package dev.reprise.tool.policy;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How much the recent calls of tools did cost. The dearest of the recent calls counts, and is
 * forgotten after some dozens of cheaper ones.
 */
final class RecentCosts {

  private static final int MAX_ENTRIES = 10_000;
  private static final BigDecimal FADING = new BigDecimal("0.95");

  private final Map<CallCosts.Subject, BigDecimal> dearest =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<CallCosts.Subject, BigDecimal> eldest) {
          return size() > MAX_ENTRIES;
        }
      };

  synchronized Optional<BigDecimal> of(CallCosts.Subject subject) {
    return Optional.ofNullable(dearest.get(subject));
  }

  synchronized void learn(CallCosts.Subject subject, BigDecimal amount) {
    BigDecimal before = dearest.remove(subject); // and it becomes the youngest
    dearest.put(subject, before == null ? amount : amount.max(before.multiply(FADING)));
  }

  synchronized Map<CallCosts.Subject, BigDecimal> all() {
    return Map.copyOf(dearest);
  }

  synchronized void restore(Map<CallCosts.Subject, BigDecimal> known) {
    known.forEach(dearest::putIfAbsent);
  }
}
