/**
 * The state of a run and its next step.
 *
 * <p>{@link dev.reprise.run.state.RunState} is a fold of the journal, and {@link
 * dev.reprise.run.decision.Decider} decides the next step from it; both are pure. There is no
 * resume code: a start, a recovery after a crash and a resume after a wait use the same fold and
 * the same decision. The row in the table {@code run} contains only what servers need to claim and
 * list runs, and where reading begins. Its columns are status, epoch, lease, owner and the newest
 * {@link dev.reprise.run.Checkpoint}, among others. A checkpoint is a copy of the state, and never
 * says more than the events before it. Messages to a run are stored in {@code run_message} until
 * its holder takes them into the journal.
 *
 * <p>The {@link dev.reprise.run.state.LoopGuard}, a part of that state, detects a model that
 * repeats itself. The response to it is an event like any other.
 *
 * <p>Of the runs that are due, {@link dev.reprise.run.queue.FairShareAllocator} chooses those that
 * get the free places; it is pure too. Servers share only rows, and the database's clock judges
 * them.
 *
 * <p>A run that has ended is erased once {@link dev.reprise.run.retention.RetentionRules} allow it.
 * Its row goes first, in one transaction; the rest of its data follows.
 */
@NullMarked
package dev.reprise.run;

import org.jspecify.annotations.NullMarked;
