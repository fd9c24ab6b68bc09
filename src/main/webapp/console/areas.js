// The pages that stand for themselves, by what people do there: `[path, name of the title]` each.
/** @type {[string, [string, string][]][]} */
export const AREAS = [
  ['work', [['', 'home'], ['inbox', 'inbox'], ['runs', 'runs'], ['failures', 'failures'], ['batches', 'batches'], ['schedules', 'schedules'], ['activity', 'activity']]],
  ['build', [['agents', 'agents'], ['tools', 'tools'], ['artifacts', 'artifacts']]],
  [
    'operate',
    [
      ['budgets', 'budgets'],
      ['breakers', 'breakers'],
      ['servers', 'servers'],
      ['kill-switches', 'kill-switches'],
      ['bulk', 'bulk'],
      ['retention', 'retention'],
      ['audit', 'audit'],
      ['configuration', 'configuration'],
    ],
  ],
];
