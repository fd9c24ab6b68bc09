// One act on many runs: first what it would do to how many, then the act.
import { html, nothing } from '../../html.js';
import { post } from '../../api.js';
import { money, number, shortId } from '../../format.js';
import { t, term } from '../../i18n.js';
import { go } from '../../router.js';
import { hasRole } from '../../session.js';
import { openDialog } from '../../parts/dialog.js';
import { problemView } from '../../parts/problem.js';
import { loading } from '../../parts/source.js';
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

/**
 * Shows at once what the proposed act would do, and again for each that is chosen.
 *
 * @param runs some of those that are meant, by which the dialog begins with an act that suits them
 */
export function openBulk(filter, words, runs) {
  let act = suitable(runs);
  let reason = '';
  let key;
  let preview;
  let fault;
  const dialog = openDialog(words, (close) => html`<form @submit=${carryOut}>
    <label>${t('bulk.act')}
      <select name="act" @change=${choose}>${acts().map((each) => html`<option value=${each} ?selected=${each === act}>${term('bulk', each)}</option>`)}</select></label>
    ${preview ? previewView(preview) : fault ? nothing : loading()}
    <label>${t('act.reason')}
      <textarea name="reason" @input=${(event) => { reason = event.target.value; }} .value=${reason}></textarea></label>
    <div role="alert">${fault ? problemView(fault) : nothing}</div>
    <div class="acts">
      <button class=${DANGEROUS.includes(act) ? 'danger' : 'primary'} ?disabled=${!preview || preview.runs === 0}>
        ${preview ? t('bulk.do', { act: term('bulk', act), count: number(preview.runs) }) : term('bulk', act)}
      </button>
      <button type="button" @click=${close}>${t('dialog.cancel')}</button>
    </div>
  </form>`);
  look();

  function choose(event) {
    act = event.target.value;
    fault = undefined;
    look();
  }

  /** Asks what the act would do. An answer that comes after another act was chosen is dropped. */
  async function look() {
    const asked = act;
    preview = undefined;
    dialog.update();
    try {
      const answer = await post('bulk', { act, filter });
      if (asked === act) {
        preview = answer;
        key = crypto.randomUUID();
      }
    } catch (problem) {
      fault = asked === act ? problem : fault;
    }
    dialog.update();
  }

  async function carryOut(event) {
    event.preventDefault();
    fault = undefined;
    try {
      const begun = await post('bulk', { act, filter, reason: reason || undefined, preview: preview.preview }, { key });
      dialog.close();
      go(`/bulk/${begun.id}`);
    } catch (problem) {
      fault = problem;
      dialog.update();
    }
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
