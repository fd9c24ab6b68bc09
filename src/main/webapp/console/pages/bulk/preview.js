// One act on many runs: first what it would do to how many, then the act.
import { html, nothing } from '../../html.js';
import { post } from '../../api.js';
import { money, number, shortId } from '../../format.js';
import { t, term } from '../../i18n.js';
import { go } from '../../router.js';
import { hasRole } from '../../session.js';
import { openDialog } from '../../parts/dialog.js';
import { problemView } from '../../parts/problem.js';
import { facts } from '../../parts/table.js';

const RESUMABLE = ['migration', 'loop', 'budget'];
const DANGEROUS = ['CANCEL', 'ERASE'];

/** Which runs an act lets continue, or holds: of these acts the dialog proposes the one that suits most runs. */
const SUITS = {
  RETRY: (run) => ['FAILED', 'DEAD_LETTER'].includes(run.status),
  APPROVE: (run) => run.status === 'WAITING' && run.waitingFor === 'approval',
  RESUME: (run) => run.status === 'PAUSED' || (run.status === 'WAITING' && RESUMABLE.includes(run.waitingFor)),
  PAUSE: (run) => ['QUEUED', 'RUNNING', 'WAITING'].includes(run.status),
};

const BY_OPERATORS = ['PAUSE', 'RESUME', 'RETRY', 'CANCEL', 'MIGRATE'];

function acts() {
  return [
    ...(hasRole('operator', 'admin') ? BY_OPERATORS : []),
    ...(hasRole('approver', 'operator', 'admin') ? ['APPROVE'] : []),
    ...(hasRole('admin') ? ['ERASE'] : []),
  ];
}

function suitable(runs) {
  const allowed = acts();
  const suited = (each) => runs.filter(SUITS[each]).length;
  return Object.keys(SUITS).filter((each) => allowed.includes(each)).reduce((best, each) => (suited(each) > suited(best) ? each : best));
}

/** @param runs some of those that are meant, by which the dialog begins with an act that suits them */
export function openBulk(filter, words, runs) {
  const key = crypto.randomUUID();
  let act = suitable(runs);
  let reason = '';
  let preview;
  let fault;
  const dialog = openDialog(t('bulk.open', { runs: words }), (close) => html`<form @submit=${next}>
    <label>${t('bulk.act')}
      <select name="act" @change=${choose}>${acts().map((each) => html`<option value=${each} ?selected=${each === act}>${term('bulk', each)}</option>`)}</select></label>
    <label>${t('act.reason')}
      <textarea name="reason" @input=${(event) => { reason = event.target.value; }} .value=${reason}></textarea></label>
    ${preview ? previewView(preview) : nothing}
    <div role="alert">${fault ? problemView(fault) : nothing}</div>
    <div class="acts">
      <button class=${preview && DANGEROUS.includes(act) ? 'danger' : 'primary'} ?disabled=${preview?.runs === 0}>
        ${preview ? t('bulk.do', { act: term('bulk', act), count: number(preview.runs) }) : t('bulk.preview')}
      </button>
      <button type="button" @click=${close}>${t('dialog.cancel')}</button>
    </div>
  </form>`);

  function choose(event) {
    act = event.target.value;
    preview = undefined;
    dialog.update();
  }

  async function next(event) {
    event.preventDefault();
    fault = undefined;
    try {
      if (preview) {
        const begun = await post('bulk', { act, filter, reason: reason || undefined, preview: preview.preview }, { key });
        dialog.close();
        go(`/bulk/${begun.id}`);
        return;
      }
      preview = await post('bulk', { act, filter });
    } catch (problem) {
      fault = problem;
    }
    dialog.update();
  }
}

function previewView(preview) {
  return html`<div class="notice" role="status">
    ${facts([
      [t('bulk.matching'), number(preview.matching)],
      [t('bulk.possible'), number(preview.runs)],
      [t('bulk.byStatus'), Object.entries(preview.byStatus).map(([each, count]) => `${term('status', each)} ${number(count)}`).join(', ')],
      [t('bulk.spent'), money(preview.spentUsd)],
      [t('bulk.expected'), preview.expectedUsd === undefined ? undefined : money(preview.expectedUsd)],
      [t('bulk.first'), preview.first.slice(0, 10).map((id) => html`<a href="#/runs/${id}"><code>${shortId(id)}</code></a> `)],
    ])}
  </div>`;
}
