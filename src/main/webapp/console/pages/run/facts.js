// The facts about a run.
import { html } from '../../html.js';
import { bytes, number, serverName, shortId, time } from '../../format.js';
import { t, term } from '../../i18n.js';
import { facts } from '../../parts/table.js';
import { link } from '../../router.js';

/** Addresses come from the operator's configuration, and are opened only if they are of the web. */
function trace(run, { trace: address }) {
  const id = html`<code>${run.traceId}</code>`;
  return address && /^https?:$/.test(new URL(address, document.baseURI).protocol) ? html`<a href=${address} rel="noreferrer">${id}</a>` : id;
}

export function factsView(run, links) {
  const { progress } = run;
  return facts([
    [t('runs.column.id'), html`<code>${run.id}</code>`],
    [t('run.version'), html`<a href=${link(`/agents/${run.agent}`)}>${run.agent}</a> <code>${run.agentVersion.slice(0, 12)}</code>`],
    [t('run.model'), progress ? `${progress.model.provider}/${progress.model.name}` : undefined],
    [t('runs.column.by'), run.submittedBy],
    [t('submit.workspace'), run.workspace],
    [t('runs.column.server'), run.holder ? html`<span title=${run.holder.server}>${serverName(run.holder.server)}</span>` : undefined],
    [t('run.lease'), run.holder ? time(run.holder.leaseUntil) : undefined],
    [t('run.epoch'), number(run.epoch)],
    [t('run.attempts'), progress?.attempts || undefined],
    [t('run.messages'), run.messages?.posted ? t('run.messages.count', run.messages) : undefined],
    [t('run.durability'), progress ? term('durability', progress.durability) : undefined],
    [t('run.trace'), trace(run, links)],
    [t('runs.column.events'), number(run.lastSequence)],
    [t('run.bytes'), run.bytes === undefined ? undefined : bytes(run.bytes)],
    [t('runs.column.labels'), Object.entries(run.labels).map(([name, value]) => `${name}=${value}`).join(', ')],
    [t('run.forkedFrom'), run.forkedFrom ? html`<a href=${link(`/runs/${run.forkedFrom.run}/events/${run.forkedFrom.sequence}`)}><code>${shortId(run.forkedFrom.run)}</code></a>` : undefined],
    [t('run.worksFor'), run.worksFor ? html`<a href=${link(`/runs/${run.worksFor}`)}><code>${shortId(run.worksFor)}</code></a>` : undefined],
    [t('runs.column.created'), time(run.createdAt)],
    [t('runs.column.updated'), time(run.updatedAt)],
  ]);
}
