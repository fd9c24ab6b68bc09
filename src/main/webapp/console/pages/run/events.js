// The raw events of a run, each with a link of its own.
import { html, nothing, repeat } from '../../html.js';
import { json, number, time } from '../../format.js';
import { t } from '../../i18n.js';
import { link } from '../../router.js';
import { download, send } from '../../api.js';
import { hasRole } from '../../session.js';
import { summaryOf } from './event-text.js';
import { earlierView, laterView } from './reading.js';
import { verify } from './verify.js';

export function eventsView(model, run) {
  const { target } = model;
  const { events } = model.record;
  return html`<div class="acts">
      ${hasRole('auditor', 'operator', 'admin')
        ? html`<button type="button" @click=${() => download(`runs/${run.id}/export`, `${run.id}.jsonl`)}>${t('events.download')}</button>
            <button type="button" @click=${() => check(model, run)}>${t('events.verify')}</button>
            <span role="status" id="verified">${verdict(model.verdict, run)}</span>`
        : nothing}
    </div>
    ${earlierView(model)}
    <div class="scroll" tabindex="0" role="region" aria-label=${t('run.view.events')}>
      <table>
        <thead><tr><th scope="col">#</th><th scope="col">${t('events.at')}</th><th scope="col">${t('events.type')}</th><th scope="col">${t('events.what')}</th></tr></thead>
        <tbody>
          ${repeat(events, (event) => event.sequence, (event) => html`<tr id=${`event-${event.sequence}`} class=${event.sequence === target ? 'target' : ''}>
            <td class="number"><a href=${link(`/runs/${run.id}/events/${event.sequence}`)}>${number(event.sequence)}</a></td>
            <td class="tight">${time(event.at, false)}</td>
            <td class="tight"><code>${event.type}</code></td>
            <td>${content(model, event)}</td>
          </tr>`)}
        </tbody>
      </table>
    </div>
    ${laterView(model)}`;
}

async function check(model, run) {
  const file = await (await send('GET', `runs/${run.id}/export`, { accept: '*/*' })).text();
  model.verdict = await verify(file);
  model.update();
}

function verdict(found, run) {
  if (!found) {
    return html`${t('events.verify.elsewhere')} <code>reprise verify ${run.id}.jsonl</code>`;
  }
  if (found.sealed) {
    return html`${t('events.verify.sealed', { key: found.sealed })} <code>reprise verify ${run.id}.jsonl --key-file …</code>`;
  }
  return found.broken ? t('events.verify.broken', { event: number(found.broken) }) : t('events.verify.intact', { count: number(found.verified) });
}

/** The whole event is drawn only where it was opened: it may have megabytes. */
function content(model, event) {
  const opened = (model.openedEvents ??= new Set(model.target ? [model.target] : []));
  const isOpen = opened.has(event.sequence) || event.sequence === model.target;
  const toggle = (change) => {
    if (change.target.open && !isOpen) {
      opened.add(event.sequence);
      model.update();
    }
  };
  return html`<details ?open=${event.sequence === model.target} @toggle=${toggle}>
    <summary>${summaryOf(event)}</summary>
    ${isOpen ? html`<pre tabindex="0">${json(event)}</pre>` : nothing}
  </details>`;
}
