/**
 * A batch does each of its items once, and a request that is sent again does nothing again,
 * although servers are killed, jobs are stopped and answers are lost meanwhile.
 */
@NullMarked
package dev.reprise.crash.batch;

import org.jspecify.annotations.NullMarked;
