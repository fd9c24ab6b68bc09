/**
 * What a run's state is and what comes next.
 *
 * <p>{@link dev.reprise.run.state.RunState} is a fold of the journal and {@link
 * dev.reprise.run.decision.Decider} says the next step from it; both are pure. There is no resume
 * code: starting, going on after a crash and going on after a wait are the same fold and the same
 * question. The row in the table {@code run} holds only what must be claimed or listed, and where
 * reading begins: status, epoch, lease, owner, the newest {@link dev.reprise.run.Checkpoint}, which
 * is a copy of the state and never more than the events before it say. What people say to a run
 * lies in {@code run_message} until its holder takes it into the journal.
 *
 * <p>A model that goes round in circles is noticed by the {@link dev.reprise.run.state.LoopGuard},
 * a part of that state; what is done about it is an event like any other.
 *
 * <p>Of runs that are due, {@link dev.reprise.run.queue.FairShareAllocator} say whose have the free
 * places, which is pure too; rows are all that servers share, and the database's clock judges them.
 *
 * <p>A run that has ended goes when {@link dev.reprise.run.retention.RetentionRules} let it: its
 * row first and in one moment, whatever is left of it behind.
 */
@NullMarked
package dev.reprise.run;

import org.jspecify.annotations.NullMarked;
