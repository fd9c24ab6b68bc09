// One run as the inbox lists it, for an address that names it: the run may be on a later page of the list, or wait no longer.
import { get } from '../../api.js';
import { readOpenCalls } from '../run/open-calls.js';

/** Reads what waits in a run; `waits` says whether anything does. */
export async function readItem(id) {
  const [run, { items, modelCall }] = await Promise.all([get(`runs/${id}`), readOpenCalls(id)]);
  const isStopped = ['WAITING', 'PAUSED'].includes(run.status);
  return {
    ...run,
    run: id,
    waits: isStopped && run.waitingFor !== undefined,
    since: run.updatedAt,
    budget: run.progress?.budget,
    calls: run.status === 'WAITING' ? items : [],
    modelCall,
  };
}
