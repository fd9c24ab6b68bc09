// The calls of a run that wait for a person, on top of its page: those of tools, and one of its model.
import { html, nothing, repeat } from '../../html.js';
import { get } from '../../api.js';
import { t } from '../../i18n.js';
import { callView, keepPlace, refused } from '../../parts/call.js';
import { contextView } from '../../parts/context.js';
import { modelCallView } from '../../parts/model-call.js';

/** Reads the calls of the newest reply, which all open ones are of, and perhaps older ones. */
export async function readOpenCalls(run) {
  const first = await get(`runs/${run}/tool-calls`, { limit: 50 });
  const items = [...first.items];
  for (let page = first; page.nextCursor && replyOf(page.items.at(-1)) === replyOf(items[0]);) {
    page = await get(`runs/${run}/tool-calls`, { limit: 200, cursor: page.nextCursor });
    items.push(...page.items);
  }
  return { ...first, items };
}

function replyOf(call) {
  return call && `${call.phase}/${call.iteration}`;
}

export function openCalls(model, run) {
  const calls = run.status === 'WAITING' ? (model.calls.value?.items ?? []) : [];
  const open = calls.filter((call) => (call.status === 'WAITING' && call.asking) || call.status === 'UNKNOWN');
  const reload = () => keepPlace(model.reload);
  const after = { done: reload, outdated: (fault) => refused(fault, reload) };
  const modelCall = model.calls.value?.modelCall;
  return html`${open.length ? html`<h2>${t('run.openCalls')}</h2>` : nothing} ${open.length || modelCall ? contextView(run.id, run.updatedAt) : nothing}
    ${repeat(open, (call) => `${call.phase}/${call.iteration}/${call.id}`, (call) => callView(run.id, call, after))} ${modelCallView(run.id, modelCall, after)}`;
}
