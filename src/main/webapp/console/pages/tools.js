// The tools that agents may call, and the MCP servers that bring some of them.
import { html, nothing } from '../html.js';
import { get, post } from '../api.js';
import { time } from '../format.js';
import { t, term } from '../i18n.js';
import { link } from '../router.js';
import { hasRole } from '../session.js';
import { openAct } from '../parts/dialog.js';
import { poll, source } from '../parts/source.js';
import { status } from '../parts/status.js';
import { offMark } from '../parts/switched-off.js';
import { empty, table } from '../parts/table.js';

/** What a tool does, as far as it fits a row; all of it is on the page of the tool. */
function firstSentence(text) {
  return text.match(/^.*?\.(?=\s)/s)?.[0] ?? text;
}

export function open({ update }) {
  const tools = source(() => get('tools'), update);
  const servers = source(() => get('mcp-servers'), update);
  const reload = () => {
    tools.load();
    servers.load();
  };

  function acknowledge(server, tool) {
    openAct({
      title: t('mcp.acknowledge'),
      about: html`<p><code>${tool.tool}</code> ${tool.change}</p><pre tabindex="0">${tool.description}</pre>`,
      consequences: [t('mcp.acknowledge.consequence')],
      run: (values, key) => post(`mcp-servers/${encodeURIComponent(server.server)}/tools/${encodeURIComponent(tool.tool)}:acknowledge`, { digest: tool.digest }, { key }),
      done: reload,
      outdated: reload,
    });
  }

  return {
    title: () => t('tools.title'),
    close: poll(5, tools, servers), // an acknowledgement takes effect within seconds
    view: () => html`<h1>${t('tools.title')}</h1>
      ${tools.view(({ items }) => table(t('tools.title'), [
        [t('tools.name'), (tool) => html`<a href=${link(`/tools/${tool.name}`)}>${tool.name}</a> ${offMark(tool.switchedOff)}`],
        [t('tools.effect'), (tool) => term('effect', tool.effect), 'tight'],
        [t('tools.dangerous'), (tool) => (tool.dangerous ? t('yes') : nothing)],
        [t('tools.approval'), (tool) => (tool.terms.approval ? t('yes') : nothing)],
        [t('tools.category'), (tool) => tool.category],
        [t('agents.description'), (tool) => html`<span title=${tool.description}>${firstSentence(tool.description)}</span>`],
      ], items))}
      <h2>${t('mcp.title')}</h2>
      ${servers.view(({ items }) => (items.length === 0 ? empty(t('mcp.empty')) : table(t('mcp.title'), [
        [t('runs.column.server'), (each) => each.server],
        [t('runs.column.status'), (each) => status(each.status, 'mcp')],
        [t('events.what'), (each) => each.detail],
        [t('mcp.since'), (each) => time(each.since)],
        [t('tools.title'), (each) => each.tools, 'number'],
        [t('mcp.leftOut'), (each) => each.leftOut.map((tool) => html`<p><code>${tool.tool}</code> ${tool.reason}</p>`)],
        [t('mcp.quarantined'), (each) => each.quarantined.map((tool) => html`<p><code>${tool.tool}</code> ${tool.change}
          ${hasRole('admin') ? html`<button type="button" @click=${() => acknowledge(each, tool)}>${t('mcp.acknowledge')}…</button>` : nothing}</p>`)],
      ], items, (each) => each.server)))}`,
  };
}
