// The login: a name and a password, an API key, or the identity provider.
import { html, nothing } from '../html.js';
import { get } from '../api.js';
import { t } from '../i18n.js';
import { problemView } from '../parts/problem.js';
import { basic, begin, end, know } from '../session.js';
import { knownLogins, loginFailure, startLogin } from '../oidc.js';

export function loginPage({ update, entered }) {
  let logins = {};
  let fault;
  let busy = false;
  knownLogins().then((known) => {
    logins = known;
    update();
  });

  async function enter(authorization) {
    busy = true;
    fault = undefined;
    update();
    begin(authorization);
    try {
      know(await get('caller'));
      busy = false;
      entered();
    } catch (problem) {
      end();
      busy = false;
      fault = problem;
      update();
    }
  }

  function withPassword(event) {
    event.preventDefault();
    const form = event.target.elements;
    enter(basic(form.user.value, form.password.value));
  }

  function withKey(event) {
    event.preventDefault();
    enter(`Bearer ${event.target.elements.key.value.trim()}`);
  }

  return {
    isLogin: true,
    title: () => t('login.title'),
    view: () => html`<main class="login" id="main">
      <h1>Reprise</h1>
      <form @submit=${withPassword}>
        <h2>${t('login.password')}</h2>
        <label>${t('login.user')} <input name="user" autocomplete="username" required autofocus /></label>
        <label
          >${t('login.secret')} <input name="password" type="password" autocomplete="current-password" required
        /></label>
        <button class="primary" ?disabled=${busy}>${t('login.enter')}</button>
      </form>
      ${logins.provider
        ? html`<p><button type="button" class="provider" @click=${startLogin}>${t('login.provider', { name: new URL(logins.provider.discovery).host })}</button></p>`
        : nothing}
      <details>
        <summary>${t('login.key')}</summary>
        <form @submit=${withKey}>
          <label>${t('login.key')} <input name="key" type="password" autocomplete="off" required /></label>
          <button ?disabled=${busy}>${t('login.enter')}</button>
        </form>
      </details>
      <div role="alert">
        ${fault ? (fault.status === 401 ? t('login.refused') : problemView(fault)) : nothing}
        ${loginFailure() ? t('login.failed', { reason: loginFailure() }) : nothing}
      </div>
    </main>`,
  };
}
