/** From the queue to the batch runtime and back: dispatch, claim, job, release, recovery. */
@NullMarked
package dev.reprise.execution.job;

import org.jspecify.annotations.NullMarked;
