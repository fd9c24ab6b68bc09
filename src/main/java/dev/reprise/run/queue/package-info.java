/**
 * Which runs a server may carry out: the queue, claims and leases, fair shares, and child runs.
 *
 * <p>Rows are all that servers share; every statement that changes one is fenced, and the
 * database's clock judges leases.
 */
@NullMarked
package dev.reprise.run.queue;

import org.jspecify.annotations.NullMarked;
