// Which page is behind which address. A page is loaded when it is first opened.
import { route } from '../router.js';

const PAGES = {
  '/': () => import('./home.js'),
  '/inbox': () => import('./inbox.js'),
  '/runs': () => import('./runs.js'),
  '/runs/:id': () => import('./run.js'),
  '/runs/:id/:view': () => import('./run.js'),
  '/runs/:id/:view/:sequence': () => import('./run.js'),
  '/failures': () => import('./failures.js'),
  '/compare': () => import('./compare.js'),
  '/batches': () => import('./batches.js'),
  '/batches/:id': () => import('./batch.js'),
  '/schedules': () => import('./schedules.js'),
  '/schedules/:name': () => import('./schedule.js'),
  '/activity': () => import('./activity.js'),
  '/agents': () => import('./agents.js'),
  '/agents/:name': () => import('./agent.js'),
  '/agent-editor': () => import('./agent-editor.js'),
  '/tools': () => import('./tools.js'),
  '/tools/:name': () => import('./tool.js'),
  '/artifacts': () => import('./artifacts.js'),
  '/artifacts/:role/:method': () => import('./artifact.js'),
  '/budgets': () => import('./budgets.js'),
  '/breakers': () => import('./breakers.js'),
  '/servers': () => import('./servers.js'),
  '/kill-switches': () => import('./kill-switches.js'),
  '/bulk': () => import('./bulk-list.js'),
  '/bulk/:id': () => import('./bulk.js'),
  '/retention': () => import('./retention.js'),
  '/audit': () => import('./audit.js'),
  '/configuration': () => import('./configuration.js'),
};

Object.entries(PAGES).forEach(([pattern, load]) => route(pattern, load));
