// Runs that failed for the same reason: how many, why, where, and one of them.
import { html, nothing } from '../../html.js';
import { distance, instant, number, shortId } from '../../format.js';
import { has, t } from '../../i18n.js';
import { link } from '../../router.js';

/** The runs of a group that failed lately; those that failed before groups were kept have a code alone. */
export function runsOf({ failureGroup, failureCode }, over, agent) {
  return link('/runs', { ...(failureGroup ? { failureGroup } : { failureCode }), ended: over, agent });
}

/** In a line: its number, and its message. */
export function groupLine(group, over) {
  return html`<a href=${runsOf(group, over)}><b class="count">${number(group.count)}</b> <code>${group.failureCode}</code> <span lang="en" title=${group.message ?? ''}>${group.message ?? meaningOf(group)}</span></a>`;
}

/** @param acts what can be done with its runs */
export function groupView(group, over, agent, acts) {
  const to = runsOf(group, over, agent);
  return html`<li class="cause" data-row>
    <a class="figure" href=${to} aria-label=${t('failures.list', { count: number(group.count), code: group.failureCode })}>${number(group.count)}</a>
    <div>
      <p><code>${group.failureCode}</code> <span lang="en" title=${group.message ?? ''}>${group.message ?? meaningOf(group)}</span></p>
      <small>${group.phase ? html`${t('failures.in', { phase: group.phase })} · ` : nothing}${agentsOf(group, over)}
        · ${times(group)} · ${t('failures.example')} <a href=${link(`/runs/${group.run}`)} title=${group.run}><code>${shortId(group.run)}</code></a></small>
    </div>
    <div class="acts"><a class="button" href=${to}>${t('failures.runs')}</a> ${acts}</div>
  </li>`;
}

function meaningOf({ failureCode }) {
  return has(`failure.${failureCode}`) ? t(`failure.${failureCode}`) : '';
}

function agentsOf({ agent, agents }, over) {
  return html`<a href=${link('/failures', { agent, over })}>${agent}</a>${agents > 1 ? html` <span title=${t('failures.agents', { count: number(agents) })}>+${number(agents - 1)}</span>` : nothing}`;
}

function times({ firstAt, lastAt }) {
  const at = (moment) => html`<time datetime=${moment} title=${`${instant(moment)} · ${moment}`}>${distance(moment)}</time>`;
  return distance(firstAt) === distance(lastAt) ? at(lastAt) : html`${t('failures.last')} ${at(lastAt)}, ${t('failures.first')} ${at(firstAt)}`;
}
