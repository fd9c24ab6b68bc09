// The family of a run: whom it works for, which runs work for it, and where it was forked from.
import { html, nothing } from '../../html.js';
import { get } from '../../api.js';
import { money, shortId } from '../../format.js';
import { t } from '../../i18n.js';
import { link } from '../../router.js';
import { source } from '../../parts/source.js';
import { status } from '../../parts/status.js';
import { empty } from '../../parts/table.js';

export function relativesView(model, run) {
  model.children ??= new Map();
  return html`${run.worksFor ? html`<p>${t('relatives.worksFor')} <a href=${link(`/runs/${run.worksFor}`)}><code>${shortId(run.worksFor)}</code></a></p>` : nothing}
    ${childrenOf(model, run.id).view((list) => (list.items.length ? tree(model, list.items) : empty(t('relatives.empty'))))}`;
}

function childrenOf(model, id) {
  if (!model.children.has(id)) {
    model.children.set(id, source(() => get(`runs/${id}/children`), model.update));
  }
  return model.children.get(id);
}

/** Each branch is read when it is opened. */
function tree(model, runs) {
  return html`<ul class="tree">
    ${runs.map((run) => html`<li>
      <a href=${link(`/runs/${run.id}`)}>${run.agent} <code>${shortId(run.id)}</code></a> ${status(run.status)}
      ${run.progress ? money(run.progress.cost.amount) : nothing}
      <details @toggle=${(event) => { model[`open-${run.id}`] = event.target.open; model.update(); }}>
        <summary>${t('relatives.children')}</summary>
        ${model[`open-${run.id}`] ? childrenOf(model, run.id).view((list) => (list.items.length ? tree(model, list.items) : html`<p>${t('relatives.empty')}</p>`)) : nothing}
      </details>
    </li>`)}
  </ul>`;
}
