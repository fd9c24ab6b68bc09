/**
 * Measures what the product costs on real servers and databases: {@code ./mvnw -Pbench verify}.
 *
 * <p>A workload is a class. It measures its own reference values, shortly before and after, because
 * machines are noisy. {@code src/docs/performance.md} explains each figure.
 */
@NullMarked
package dev.reprise.bench;

import org.jspecify.annotations.NullMarked;
