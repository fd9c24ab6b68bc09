// An editor for the document of an agent: the server checks it as it would check the file, and the schema says what is allowed.
import { html, nothing } from '../html.js';
import { get, post } from '../api.js';
import { draftOf } from '../drafts.js';
import { json } from '../format.js';
import { t } from '../i18n.js';
import { readDocument } from '../json.js';
import { go } from '../router.js';
import { hasRole } from '../session.js';
import { openAct, openDialog } from '../parts/dialog.js';
import { source } from '../parts/source.js';
import { documentView, verdictView } from './agents/document.js';
import { propertiesOf } from './agents/schema.js';

const PAUSE = 600;

export function open({ query, update }) {
  const name = query.get('agent') ?? '';
  const draft = draftOf(`agent ${name}`);
  const schema = source(() => get('schemas/agent', undefined, { accept: 'application/schema+json' }), update);
  const editor = { text: draft.read() ?? '', original: undefined, verdict: undefined, fault: undefined };
  let timer;
  let turn = 0;
  let isLeft = false;
  begin();

  async function begin() {
    try {
      editor.original = name ? json(await documentOf(name)) : t('editor.template');
    } catch (fault) {
      editor.fault = fault;
      update();
      return;
    }
    editor.text ||= editor.original;
    await validate();
  }

  async function documentOf(agent) {
    const path = `agents/${encodeURIComponent(agent)}`;
    const { version } = await get(path);
    return (await get(`${path}/versions/${version}`)).document;
  }

  async function validate() {
    const mine = ++turn;
    const checked = await post('agents:validate', editor.text, { type: 'application/yaml' }).then((verdict) => ({ verdict }), (fault) => ({ fault }));
    if (mine === turn) {
      Object.assign(editor, { verdict: undefined, fault: undefined }, checked);
      update();
    }
  }

  const isChanged = () => editor.original !== undefined && editor.text !== editor.original;

  function typed(event) {
    editor.text = event.target.value;
    draft.keep(editor.text);
    clearTimeout(timer);
    timer = setTimeout(validate, PAUSE);
    update();
  }

  function discard() {
    draft.remove();
    editor.text = editor.original;
    validate();
  }

  const trial = () => openAct({
    title: t('editor.try'),
    draft: `trial ${name}`,
    consequences: [t('editor.try.script'), t('editor.try.tools')],
    fields: [
      { name: 'workspace', label: t('submit.workspace'), required: true },
      { name: 'input', label: t('submit.input'), kind: 'code', value: '{}', required: true },
      { name: 'script', label: t('editor.script'), kind: 'code', hint: t('editor.script.hint') },
    ],
    run: ({ workspace, input, script }, key) => post('agents:try', {
      document: editor.text,
      workspace,
      input: readDocument(input),
      ...(script ? { script: readDocument(script) } : {}),
    }, { key }),
    done: (run) => leave(() => go(`/runs/${run.id}`)),
  });

  /** The draft stays, so that the way back finds it. */
  function leave(where) {
    isLeft = true;
    where();
  }

  function askBefore(hash) {
    const dialog = openDialog(t('editor.leave'), (stay) => html`<p>${t('editor.leave.draft')}</p>
      <div class="acts"><button type="button" class="primary" @click=${stay}>${t('editor.stay')}</button>
        <button type="button" @click=${() => { dialog.close(); leave(() => { window.location.hash = hash; }); }}>${t('editor.leave.keep')}</button>
        <button type="button" class="danger" @click=${() => { dialog.close(); discard(); leave(() => { window.location.hash = hash; }); }}>${t('editor.leave.discard')}</button></div>`);
  }

  return {
    title: () => t('agents.editor'),
    close: () => clearTimeout(timer),
    isChanged,
    stays(hash) {
      const asks = isChanged() && !isLeft;
      if (asks) {
        askBefore(hash);
      }
      return asks;
    },
    view: () => html`<h1>${t('agents.editor')}</h1>
      <p>${t('editor.about')}</p>
      <div class="acts">
        <button type="button" class="primary" @click=${validate}>${t('editor.validate')}</button>
        ${hasRole('admin')
          ? html`<button type="button" ?disabled=${!editor.verdict} @click=${trial}>${t('editor.try')}…</button>`
          : html`<small>${t('editor.try.admins')}</small>`}
        ${isChanged() ? html`<button type="button" @click=${discard}>${t('editor.discard')}</button> <small>${t('editor.draft')}</small>` : nothing}
      </div>
      <div class="columns">
        <div class="side">${documentView(editor, typed)}</div>
        <div class="side">
          ${verdictView(editor)}
          <h2>${t('editor.schema')}</h2>
          ${schema.view((it) => html`<dl>${propertiesOf(it).map(([member, meaning, required]) => html`<dt><code>${member}</code> ${required ? html`<small>${t('editor.required')}</small>` : nothing}</dt><dd>${meaning}</dd>`)}</dl>
            <details><summary>JSON Schema</summary><pre tabindex="0">${json(it)}</pre></details>`)}
        </div>
      </div>`,
  };
}
