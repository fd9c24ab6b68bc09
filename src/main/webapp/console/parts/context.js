// What led to a question: what the model said with it, what the run was started with, and what was done before.
import { html, nothing, render } from '../html.js';
import { get } from '../api.js';
import { json, money, number, time } from '../format.js';
import { t, term } from '../i18n.js';
import { longText } from './long-text.js';
import { problemView } from './problem.js';
import { loading } from './source.js';
import { facts } from './table.js';

/**
 * @param since when the run began to wait, so that a later question is read again
 * @param isOpen whether it is read and shown at once, instead of once it is opened
 */
export function contextView(run, since, isOpen = false) {
  return html`<run-context .of=${{ run, since, isOpen }}></run-context>`;
}

class RunContext extends HTMLElement {
  run;
  since;
  isOpen;
  found;

  set of({ run, since, isOpen }) {
    if (this.run !== run || this.since !== since) {
      Object.assign(this, { run, since, isOpen, found: undefined });
      this.draw(nothing);
      this.opened(isOpen);
    }
  }

  async opened(isOpen) {
    if (!isOpen || this.found) {
      return;
    }
    const { run: id, since } = this;
    this.draw(loading());
    try {
      const [run, calls, events] = await Promise.all([
        get(`runs/${id}`),
        get(`runs/${id}/tool-calls`, { limit: 1 }),
        get(`runs/${id}/events`, { limit: 1 }),
      ]);
      if (this.run === id && this.since === since) {
        this.found = { labels: run.labels, before: calls.before, input: events.items[0]?.data?.input };
        this.draw(this.content(this.found));
      }
    } catch (fault) {
      this.draw(problemView(fault));
    }
  }

  content({ labels, before, input }) {
    const steps = html`${this.steps(t('context.calls'), before?.calls, (call) => html`<code>${call.tool}</code> ${call.id} <code>${call.arguments}</code>: ${call.outcome} ${money(call.usd)} ${call.result}`)}
      ${this.steps(t('context.decisions'), before?.decisions, ({ call, tool, decision }) => html`${call} <code>${tool ?? ''}</code>: ${term('step', decision.kind)} ${decision.by ?? ''} ${time(decision.at)} ${decision.text ?? ''}`)}`;
    return html`${before?.said ? html`<h4>${t('context.said')}</h4>${longText(`${this.run}/${this.since}/said`, before.said)}` : nothing}
      ${input === undefined ? nothing : html`<h4>${t('submit.input')}</h4>${longText(`${this.run}/input`, json(input))}`}
      ${facts([
        [t('runs.column.labels'), Object.entries(labels).map(([name, value]) => `${name}=${value}`).join(', ')],
        [t('bulk.spent'), money(before?.spent.usd)],
        [t('cost.limit.tokens'), number(before?.spent.tokens)],
        [t('cost.limit.toolCalls'), number(before?.spent.toolCalls)],
      ])}
      ${steps}`;
  }

  steps(title, steps = [], view) {
    return steps.length ? html`<details ?open=${!this.isOpen}><summary>${title} (${number(steps.length)})</summary><ol>${steps.map((step) => html`<li>${view(step)}</li>`)}</ol></details>` : nothing;
  }

  draw(content) {
    render(this.isOpen
      ? html`<section class="context" aria-label=${t('context.title')}>${content}</section>`
      : html`<details class="context" @toggle=${(event) => event.target.matches('.context') && this.opened(event.target.open)}><summary>${t('context.title')}</summary>${content}</details>`, this);
  }
}

customElements.define('run-context', RunContext);
