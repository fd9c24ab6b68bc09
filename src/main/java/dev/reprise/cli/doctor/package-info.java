/**
 * {@code reprise doctor}: what is wrong with a server or its configuration, what production still
 * needs, and what to do about it. Each {@link dev.reprise.cli.doctor.Check} looks for one kind of
 * fault.
 */
@NullMarked
package dev.reprise.cli.doctor;

import org.jspecify.annotations.NullMarked;
