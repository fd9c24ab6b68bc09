// An editor for the document of an agent: the server checks it as it would check the file, and the schema says what is allowed.
import { html, nothing } from '../html.js';
import { get, post } from '../api.js';
import { json, shown } from '../format.js';
import { t } from '../i18n.js';
import { go } from '../router.js';
import { hasRole } from '../session.js';
import { openAct } from '../parts/dialog.js';
import { problemView } from '../parts/problem.js';
import { source } from '../parts/source.js';
import { propertiesOf } from './agents/schema.js';

const PAUSE = 600;

export function open({ query, update }) {
  const schema = source(() => get('schemas/agent', undefined, { accept: 'application/schema+json' }), update);
  const editor = { text: '', verdict: undefined, fault: undefined };
  let timer;
  if (query.get('agent')) {
    load(query.get('agent'));
  }

  async function load(name) {
    const path = `agents/${encodeURIComponent(name)}`;
    const { version } = await get(path);
    const { document: content } = await get(`${path}/versions/${version}`);
    editor.text = json(content);
    await validate();
  }

  async function validate() {
    editor.verdict = undefined;
    editor.fault = undefined;
    try {
      editor.verdict = await post('agents:validate', editor.text, { type: 'application/yaml' });
    } catch (fault) {
      editor.fault = fault;
    }
    update();
  }

  const trial = () => openAct({
    title: t('editor.try'),
    consequences: [t('editor.try.script'), t('editor.try.tools')],
    fields: [
      { name: 'workspace', label: t('submit.workspace'), required: true },
      { name: 'input', label: t('submit.input'), kind: 'code', value: '{}', required: true },
      { name: 'script', label: t('editor.script'), kind: 'code', hint: t('editor.script.hint') },
    ],
    run: ({ workspace, input, script }, key) => post('agents:try', {
      document: editor.text,
      workspace,
      input: JSON.parse(input),
      ...(script ? { script: JSON.parse(script) } : {}),
    }, { key }),
    done: (run) => go(`/runs/${run.id}`),
  });

  function typed(event) {
    editor.text = event.target.value;
    clearTimeout(timer);
    timer = setTimeout(validate, PAUSE);
  }

  return {
    title: () => t('agents.editor'),
    close: () => clearTimeout(timer),
    view: () => html`<h1>${t('agents.editor')}</h1>
      <p>${t('editor.about')}</p>
      <div class="columns">
        <div class="side">
          <label for="document">${t('editor.document')}</label>
          <textarea id="document" class="code" rows="28" spellcheck="false" @input=${typed} .value=${editor.text}></textarea>
          <div class="acts"><button type="button" class="primary" @click=${validate}>${t('editor.validate')}</button>
            ${editor.verdict && hasRole('admin') ? html`<button type="button" @click=${trial}>${t('editor.try')}…</button>` : nothing}</div>
          <div role="status" class="verdict">
            ${editor.verdict ? html`<p>${t('editor.valid', { name: editor.verdict.name, version: editor.verdict.version.slice(0, 12) })}</p>` : nothing}
            ${editor.fault ? problemView(editor.fault) : nothing}
          </div>
        </div>
        <div class="side">
          <h2>${t('editor.schema')}</h2>
          ${schema.view((it) => html`<dl>${propertiesOf(it).map(([name, meaning, required]) => html`<dt><code>${name}</code> ${required ? html`<small>${t('editor.required')}</small>` : nothing}</dt><dd>${meaning}</dd>`)}</dl>
            <details><summary>JSON Schema</summary><pre tabindex="0">${shown(it)}</pre></details>`)}
        </div>
      </div>`,
  };
}
