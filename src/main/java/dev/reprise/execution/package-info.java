/**
 * Executes runs.
 *
 * <p>Only the dispatcher starts jobs for queued runs. A job claims its run, works through the
 * phases as the {@link dev.reprise.run.decision.Decider} decides, and releases the run with the
 * event that says why. The claim is the same whether the dispatcher or an operator started the job.
 * The batch runtime gives structure and administration. Only the journal says how far a run is, so
 * a server can also be configured to execute runs without jobs.
 *
 * <p>This package also removes the records and jobs of erased runs, because no other package knows
 * the batch runtime.
 *
 * <p>Breakers guard calls to models and tools; all servers of a database share them. A run whose
 * model is not called waits durably; a model is told that a tool is not called.
 *
 * <p>Outer limits apply to all calls of one server; MicroProfile Fault Tolerance enforces them at
 * the gateways. What it throws becomes a fault of the common taxonomy. It never retries, because
 * every attempt is a step in the journal.
 *
 * <p>A worker, a thread of its own, carries out the steps: it makes the calls to models and tools
 * and writes the journal. The job's thread supervises the worker, and takes the run over if a call
 * hangs; the next worker continues from the same state.
 */
@NullMarked
package dev.reprise.execution;

import org.jspecify.annotations.NullMarked;
