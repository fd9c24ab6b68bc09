// Firing a schedule for times of the past: how many runs that are, and what they are expected to cost, is shown before.
import { html, nothing } from '../../html.js';
import { post } from '../../api.js';
import { millis, money, number, time } from '../../format.js';
import { t } from '../../i18n.js';
import { openDialog, say } from '../../parts/dialog.js';
import { problemView } from '../../parts/problem.js';
import { facts } from '../../parts/table.js';

/**
 * @param cooldown how long the schedule rests after each firing, as an ISO 8601 duration
 * @param done is called when the firings are there
 */
export function openBackfill(path, cooldown, done) {
  const key = crypto.randomUUID();
  const range = { from: '', until: '' };
  let preview;
  let fault;
  const set = (name) => (event) => {
    range[name] = event.target.value;
    preview = undefined;
    fault = undefined;
    dialog.update();
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
    ])}
      ${preview.count > 0 ? html`<p>${inTurn(preview.count, cooldown)}</p>` : nothing}</div>` : nothing}
    <div role="alert">${fault ? problemView(fault) : nothing}</div>
    <div class="acts"><button class=${preview ? 'danger' : 'primary'} ?disabled=${preview?.count === 0}>${preview ? t('backfill.do', { count: number(preview.count) }) : t('bulk.preview')}</button>
      <button type="button" @click=${close}>${t('dialog.cancel')}</button></div>
  </form>`);

  async function next(event) {
    event.preventDefault();
    fault = undefined;
    const wanted = { ...range };
    const body = { from: new Date(range.from).toISOString(), until: new Date(range.until).toISOString() };
    try {
      if (preview) {
        await post(`${path}:backfill`, { ...body, dryRun: false }, { key });
        dialog.close();
        say(t('dialog.done', { act: t('schedule.backfill') }));
        done();
        return;
      }
      const found = await post(`${path}:backfill`, { ...body, dryRun: true });
      preview = wanted.from === range.from && wanted.until === range.until ? found : undefined;
    } catch (problem) {
      fault = problem;
    }
    dialog.update();
  }
}

/** The firings come one after another, so that many take long. */
function inTurn(count, cooldown) {
  const rest = millisOf(cooldown);
  return rest > 0 ? t('backfill.rests', { rest: millis(rest), total: millis(rest * count) }) : t('backfill.inTurn');
}

function millisOf(duration) {
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(duration) ?? [];
  return (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
