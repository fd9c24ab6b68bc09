/**
 * The state of a run and its next step.
 *
 * <p>{@link dev.reprise.run.state.RunState} is a fold of the journal, and {@link
 * dev.reprise.run.decision.Decider} decides the next step from it; both are pure. There is no
 * resume code: a start, a recovery after a crash and a resume after a wait use the same fold and
 * the same decision. A {@link dev.reprise.run.Checkpoint} is a copy of the state, and never says
 * more than the events before it. Its stored form, {@link dev.reprise.run.Snapshot}, is separate
 * from the state, so that the state can be regrouped while stored checkpoints stay readable.
 *
 * <p>The {@link dev.reprise.run.state.LoopGuard}, a part of that state, detects a model that
 * repeats itself. The response to it is an event like any other.
 */
@NullMarked
package dev.reprise.run;

import org.jspecify.annotations.NullMarked;
