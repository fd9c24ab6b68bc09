/** The threads that carry out steps, and calls that can be abandoned. */
@NullMarked
package dev.reprise.execution.worker;

import org.jspecify.annotations.NullMarked;
