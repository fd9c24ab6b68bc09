package dev.reprise.tool.policy;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How much the recent calls of tools did cost, in memory: after a restart nothing is known. The
 * dearest of the recent calls counts, and is forgotten after some dozens of cheaper ones.
 */
final class RecentCosts {

  private static final int MAX_ENTRIES = 10_000;
  private static final BigDecimal FADING = new BigDecimal("0.95");

  private final Map<Subject, BigDecimal> dearest =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Subject, BigDecimal> eldest) {
          return size() > MAX_ENTRIES;
        }
      };

  /** The calls that a tenant's runs make of a tool. */
  record Subject(String tenant, String tool) {}

  synchronized Optional<BigDecimal> of(Subject subject) {
    return Optional.ofNullable(dearest.get(subject));
  }

  synchronized void learn(Subject subject, BigDecimal amount) {
    BigDecimal before = dearest.remove(subject); // and it becomes the youngest
    dearest.put(subject, before == null ? amount : amount.max(before.multiply(FADING)));
  }
}
