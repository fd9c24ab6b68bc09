/**
 * Carrying runs out.
 *
 * <p>The dispatcher starts jobs for queued runs, and nobody else does. A job admits itself to its
 * run (one claim, whoever started the job), works through the phases as the {@link
 * dev.reprise.run.decision.Decider} says, and lets go of the run with the event that says why. The
 * batch runtime gives structure and administration; where a run stands is the journal's word alone,
 * so a server may be told to carry runs out without jobs.
 *
 * <p>What is left of runs that are erased, their records and jobs, is removed here too: only this
 * room knows the batch runtime.
 *
 * <p>Around calls to models and tools stand breakers, shared by all servers of the database; a run
 * that is kept from a model waits for it durably, and a model is told that a tool is not called.
 *
 * <p>Around all calls of one server stand its outer bounds, kept by MicroProfile Fault Tolerance at
 * the gateways. What it throws becomes a fault of the one taxonomy; it never tries again, for every
 * attempt is a step in the journal.
 *
 * <p>Steps are carried out by a worker, a thread that makes calls to models and tools itself and
 * writes the journal. The job's thread watches it, and takes the run from a worker whose call
 * hangs; the next worker goes on from the same state.
 */
@NullMarked
package dev.reprise.execution;

import org.jspecify.annotations.NullMarked;
