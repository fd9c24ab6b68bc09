/**
 * What the product costs, measured on real servers and databases: {@code ./mvnw -Pbench verify}.
 *
 * <p>A workload is a class. Whatever it is compared with, it measures itself, shortly before and
 * after, because machines are noisy. {@code src/docs/performance.md} says what each figure means.
 */
@NullMarked
package dev.reprise.bench;

import org.jspecify.annotations.NullMarked;
