/**
 * Asks OSV for known vulnerabilities of what is delivered: a program of the build, among the tests
 * because it is part of no delivery. {@code ./mvnw -Posv process-test-classes} runs it.
 */
@NullMarked
package dev.reprise.osv;

import org.jspecify.annotations.NullMarked;
