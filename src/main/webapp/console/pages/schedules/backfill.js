// Firing a schedule for times of the past: how many runs that are, and what they are expected to cost, is shown before.
import { html, nothing } from '../../html.js';
import { post } from '../../api.js';
import { money, number, time } from '../../format.js';
import { t } from '../../i18n.js';
import { openDialog, say } from '../../parts/dialog.js';
import { problemView } from '../../parts/problem.js';
import { facts } from '../../parts/table.js';

export function openBackfill(path, done) {
  const key = crypto.randomUUID();
  const range = { from: '', until: '' };
  let preview;
  let fault;
  const set = (name) => (event) => {
    range[name] = event.target.value;
    preview = undefined;
  };
  const dialog = openDialog(t('schedule.backfill'), (close) => html`<form @submit=${next}>
    <label>${t('backfill.from')} <input type="datetime-local" name="from" required @input=${set('from')} .value=${range.from} /></label>
    <label>${t('backfill.until')} <input type="datetime-local" name="until" required @input=${set('until')} .value=${range.until} /></label>
    ${preview ? html`<div class="notice" role="status">${facts([
      [t('backfill.count'), `${number(preview.count)}${preview.more ? '+' : ''}`],
      [t('backfill.there'), number(preview.alreadyThere)],
      [t('backfill.first'), preview.first ? time(preview.first) : undefined],
      [t('backfill.last'), preview.last ? time(preview.last) : undefined],
      [t('fork.estimate'), preview.expectedCost ? money(preview.expectedCost.usd) : undefined],
    ])}</div>` : nothing}
    <div role="alert">${fault ? problemView(fault) : nothing}</div>
    <div class="acts"><button class=${preview ? 'danger' : 'primary'} ?disabled=${preview?.count === 0}>${preview ? t('backfill.do', { count: number(preview.count) }) : t('bulk.preview')}</button>
      <button type="button" @click=${close}>${t('dialog.cancel')}</button></div>
  </form>`);

  async function next(event) {
    event.preventDefault();
    fault = undefined;
    const body = { from: new Date(range.from).toISOString(), until: new Date(range.until).toISOString() };
    try {
      if (preview) {
        await post(`${path}:backfill`, { ...body, dryRun: false }, { key });
        dialog.close();
        say(t('dialog.done', { act: t('schedule.backfill') }));
        done();
        return;
      }
      preview = await post(`${path}:backfill`, { ...body, dryRun: true });
    } catch (problem) {
      fault = problem;
    }
    dialog.update();
  }
}
