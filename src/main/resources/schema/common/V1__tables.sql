-- The tables of both databases, and the indexes that are the same in both. V2 adds what differs.
-- ${uuid}, ${timestamp} and ${text} stand for the types of the database: SchemaMigration has them.
-- Columns that are not explained have the meaning of the term in the glossary (src/docs/glossary.md).

-- RUNS

-- What servers need to claim runs and to list them. Everything else about a run is in its journal.
CREATE TABLE run (
  id              ${uuid} NOT NULL PRIMARY KEY,
  tenant          VARCHAR(64) NOT NULL,
  agent           VARCHAR(64) NOT NULL,
  agent_version   VARCHAR(64) NOT NULL, -- the content hash of the agent's document, see table agent
  workspace       VARCHAR(1024) NOT NULL,
  submitted_by    VARCHAR(256) NOT NULL,
  submitter_role  VARCHAR(16), -- the highest role of that person, if it is known
  labels          VARCHAR(8000), -- as the run's view has them; table run_label has each one
  trace_parent    VARCHAR(55), -- the span of the submission, as in the header traceparent of W3C Trace Context
  created_at      ${timestamp} NOT NULL,
  updated_at      ${timestamp} NOT NULL,
  -- The queue. V2 adds turn_at, which is computed from owner, due_at and priority.
  status          VARCHAR(16) NOT NULL,
  waiting_for     VARCHAR(32),
  priority        INTEGER NOT NULL DEFAULT 0,
  due_at          ${timestamp}, -- when a queued run became due, or when a waiting one is woken
  -- The server start that holds the run or has reserved it; each claim has a new epoch.
  owner           VARCHAR(512),
  lease_until     ${timestamp},
  epoch           BIGINT NOT NULL,
  execution       BIGINT, -- the batch execution that last held the run
  -- Requests that the holder has not carried out yet. Reasons are stored as key:text, encrypted with that key if it is not empty.
  cancelled_by    VARCHAR(256),
  cancel_reason   VARCHAR(6000),
  paused_by       VARCHAR(256),
  pause_reason    VARCHAR(6000),
  messages        BIGINT NOT NULL DEFAULT 0, -- how many were posted, see table run_message
  -- The journal.
  last_sequence   BIGINT NOT NULL,
  checkpoint      BIGINT, -- the sequence of the newest stored state; a resume reads from there on
  home            VARCHAR(512), -- the server start that has the journal in memory; null if it is in table event
  -- Other runs. A run cannot be erased before its forks, which need its journal.
  parent          ${uuid} CONSTRAINT run_parent REFERENCES run (id), -- the run from which this one was forked
  parent_sequence BIGINT, -- at this event
  works_for       ${uuid}, -- the run that delegated to this one
  reports_to      ${uuid}, -- the same, from this run's end until the other one has taken its answer
  undo_run        ${uuid}, -- the newest run that undoes this one's calls: no other may
  -- Failures of holders since one of them released the run or took a step forward.
  admissions      INTEGER DEFAULT 0 NOT NULL, -- claims whose holder has not read the journal to its end
  losses          INTEGER DEFAULT 0 NOT NULL, -- holders whose process died, since the run last proved itself
  losses_in_step  INTEGER DEFAULT 0 NOT NULL, -- those of them since the last step forward
  lost_with       VARCHAR(512), -- the last of these holders
  beside          INTEGER DEFAULT 0 NOT NULL, -- how many other runs that one held
  -- What lists show, so that they need not read journals.
  phase           VARCHAR(64),
  iteration       INTEGER,
  spent_usd       DECIMAL(24, 9), -- with child runs
  spent_tokens    BIGINT,
  progressed_at   ${timestamp},
  ended_at        ${timestamp},
  failure_code    VARCHAR(128),
  status_reason   VARCHAR(6000) -- stored like the other reasons
);
CREATE INDEX run_losses ON run (losses);

-- One row, which a server changes before it shares places out among tenants: one server at a time.
CREATE TABLE share (id INTEGER NOT NULL PRIMARY KEY, shared BIGINT NOT NULL);
INSERT INTO share (id, shared) VALUES (1, 0);

-- Each label by itself, so that runs are found by a label, the newest first.
CREATE TABLE run_label (
  run_id     ${uuid} NOT NULL,
  tenant     VARCHAR(64) NOT NULL,
  name       VARCHAR(63) NOT NULL,
  value      VARCHAR(200) NOT NULL,
  created_at ${timestamp} NOT NULL, -- of the run
  PRIMARY KEY (run_id, name)
);

-- Runs that were erased, while data of them is left outside the tables of runs.
CREATE TABLE erasure (run_id ${uuid} NOT NULL PRIMARY KEY, tenant VARCHAR(64) NOT NULL, erased_at ${timestamp} NOT NULL);

-- All runs that were erased, so that none comes back by an import. Never deleted.
CREATE TABLE tombstone (run_id ${uuid} NOT NULL PRIMARY KEY, tenant VARCHAR(64) NOT NULL, erased_at ${timestamp} NOT NULL);

-- JOURNALS, AND WHAT PEOPLE SAY TO RUNS

-- One row for each event, written once. It refers to no run: an append changes the run's row in the same transaction, and a run
-- is erased before its events.
CREATE TABLE event (
  run_id      ${uuid} NOT NULL, -- or the id of an audit record
  sequence    BIGINT NOT NULL,
  tenant      VARCHAR(64) NOT NULL,
  epoch       BIGINT NOT NULL,
  type        VARCHAR(32) NOT NULL,
  version     INTEGER NOT NULL, -- of the type's format
  recorded_at ${timestamp} NOT NULL,
  payload     ${payload} NOT NULL,
  hash        VARCHAR(64) NOT NULL, -- also covers the hash of the event before
  seal_key    VARCHAR(16) NOT NULL, -- the keys of seal and encryption; '' is none
  cipher_key  VARCHAR(16) NOT NULL,
  blob        VARCHAR(64) NOT NULL, -- where a large payload is stored; '' is here
  PRIMARY KEY (run_id, sequence)
);

-- Large payloads, by the hash of what is stored. One that was touched lately may be about to be referred to.
CREATE TABLE blob (
  tenant     VARCHAR(64) NOT NULL,
  address    VARCHAR(64) NOT NULL,
  content    ${payload} NOT NULL,
  touched_at ${timestamp} NOT NULL,
  PRIMARY KEY (tenant, address)
);

-- Where the audit record of each tenant ends. Its entries are in table event, under this id.
CREATE TABLE audit_record (id ${uuid} NOT NULL PRIMARY KEY, last_sequence BIGINT NOT NULL);

-- Messages, which a run takes in order into its journal before it calls its model.
CREATE TABLE run_message (
  run_id     ${uuid} NOT NULL,
  number     BIGINT NOT NULL,
  posted_by  VARCHAR(256) NOT NULL,
  posted_at  ${timestamp} NOT NULL,
  reason     VARCHAR(6000), -- stored like the reasons of table run
  text       ${text} NOT NULL,
  cipher_key VARCHAR(16) NOT NULL, -- of the text
  PRIMARY KEY (run_id, number)
);

-- Decisions about calls of a run that a job holds. The run takes them in order once it waits.
CREATE TABLE run_decision (
  run_id     ${uuid} NOT NULL,
  number     BIGINT NOT NULL,
  call_key   CHAR(64) NOT NULL,
  type       VARCHAR(64) NOT NULL, -- of the event
  version    INTEGER NOT NULL,
  posted_at  ${timestamp} NOT NULL,
  decision   ${text} NOT NULL, -- the event's payload
  cipher_key VARCHAR(16) NOT NULL,
  PRIMARY KEY (run_id, number)
);

-- Calls of a run that were undone.
CREATE TABLE undone (
  run_id    ${uuid} NOT NULL,
  event     BIGINT NOT NULL, -- the sequence of the event that ended the call
  tenant    VARCHAR(64) NOT NULL,
  undone_by ${uuid} NOT NULL, -- a run
  undone_at ${timestamp} NOT NULL,
  PRIMARY KEY (run_id, event)
);

-- AGENTS AND TOOLS

-- The versions of agents that runs pin, by the hash of their content.
CREATE TABLE agent (
  tenant        VARCHAR(64) NOT NULL,
  version       VARCHAR(64) NOT NULL,
  name          VARCHAR(64) NOT NULL,
  document      ${text} NOT NULL,
  first_seen_at ${timestamp} NOT NULL, -- when a run of the tenant first pinned it
  PRIMARY KEY (tenant, version)
);

-- An agent's notes, one book for all its runs in a tenant. A writer locks the book's row; turn counts the writes.
CREATE TABLE note_book (tenant VARCHAR(64) NOT NULL, agent VARCHAR(64) NOT NULL, turn BIGINT NOT NULL, PRIMARY KEY (tenant, agent));

CREATE TABLE note (
  tenant     VARCHAR(64) NOT NULL,
  agent      VARCHAR(64) NOT NULL,
  note_key   VARCHAR(200) NOT NULL,
  tags       VARCHAR(500) NOT NULL, -- separated by spaces
  text       ${text} NOT NULL,
  bytes      INTEGER NOT NULL,
  turn       BIGINT NOT NULL,
  written_at ${timestamp} NOT NULL,
  PRIMARY KEY (tenant, agent, note_key)
);

-- Calls that took effect: one that is repeated after a crash must not undo later ones.
CREATE TABLE note_call (
  tenant  VARCHAR(64) NOT NULL,
  agent   VARCHAR(64) NOT NULL,
  id      VARCHAR(36) NOT NULL,
  made_at ${timestamp} NOT NULL,
  PRIMARY KEY (tenant, agent, id)
);
CREATE INDEX note_call_made ON note_call (tenant, agent, made_at);

-- The accepted declarations of MCP servers' tools: the first of each tool, and those that an admin acknowledged.
CREATE TABLE mcp_tool (
  server      VARCHAR(24) NOT NULL,
  name        VARCHAR(64) NOT NULL,
  digest      VARCHAR(64) NOT NULL,
  description VARCHAR(64) NOT NULL, -- digests, which say what has changed
  arguments   VARCHAR(64) NOT NULL,
  read_only   BOOLEAN NOT NULL,
  taken_at    ${timestamp} NOT NULL,
  taken_by    VARCHAR(256), -- null for a tool's first declaration
  PRIMARY KEY (server, name, digest)
);

-- What servers have learnt of the costs of calls. Estimates of a new server start begin with it.
CREATE TABLE learned_tool_cost (
  tenant     VARCHAR(64) NOT NULL,
  tool       VARCHAR(256) NOT NULL,
  dearest    DOUBLE PRECISION NOT NULL,
  updated_at ${timestamp} NOT NULL,
  PRIMARY KEY (tenant, tool)
);

CREATE TABLE learned_model_usage (
  agent         VARCHAR(64) NOT NULL,
  provider      VARCHAR(64) NOT NULL,
  model         VARCHAR(256) NOT NULL,
  overhead      BIGINT NOT NULL,
  longest_reply BIGINT NOT NULL,
  ratio         BIGINT NOT NULL,
  updated_at    ${timestamp} NOT NULL,
  PRIMARY KEY (agent, provider, model)
);

-- GENERATED TOOLS

-- Tools that agents write, one row for each method. Columns repeat parts of the document, so that lists need not read documents.
CREATE TABLE artifact (
  tenant           VARCHAR(64) NOT NULL,
  role_name        VARCHAR(64) NOT NULL,
  method           VARCHAR(64) NOT NULL,
  revision         BIGINT NOT NULL,
  stage            VARCHAR(16) NOT NULL,
  document         ${text},
  seal             VARCHAR(96), -- key:HMAC of key and document; null without sealing keys
  corrupt          VARCHAR(500), -- why the document could not be read
  corrupt_document ${text}, -- where it was moved then
  purpose          VARCHAR(2000), -- what agents are told
  successes        BIGINT NOT NULL,
  code_failures    BIGINT NOT NULL,
  idle_since       ${timestamp},
  updated_at       ${timestamp} NOT NULL,
  PRIMARY KEY (tenant, role_name, method)
);

-- What people have decided about generated tools. The document before, with its seal, lets each decision be undone.
CREATE TABLE artifact_change (
  id         CHAR(36) NOT NULL PRIMARY KEY,
  tenant     VARCHAR(64) NOT NULL,
  role_name  VARCHAR(64) NOT NULL,
  method     VARCHAR(64) NOT NULL,
  action     VARCHAR(32) NOT NULL,
  changed_by VARCHAR(256) NOT NULL,
  reason     VARCHAR(500) NOT NULL,
  changed_at ${timestamp} NOT NULL,
  document   ${text},
  seal       VARCHAR(96)
);
CREATE INDEX artifact_change_of ON artifact_change (tenant, role_name, method, changed_at);

-- How calls of generated tools ended, by day of UTC; failures by their cause.
CREATE TABLE artifact_day (
  tenant    VARCHAR(64) NOT NULL,
  role_name VARCHAR(64) NOT NULL,
  method    VARCHAR(64) NOT NULL,
  call_date DATE NOT NULL,
  successes BIGINT NOT NULL, intrinsic BIGINT NOT NULL, adaptive BIGINT NOT NULL, extrinsic BIGINT NOT NULL,
  PRIMARY KEY (tenant, role_name, method, call_date)
);

-- SCHEDULES

-- What is started, when, by which policies, and how far it has come.
CREATE TABLE schedule (
  id               VARCHAR(36) NOT NULL PRIMARY KEY,
  tenant           VARCHAR(64) NOT NULL,
  name             VARCHAR(64) NOT NULL,
  agent            VARCHAR(64) NOT NULL,
  workspace        VARCHAR(1024) NOT NULL,
  run_input        ${text} NOT NULL, -- a template
  payload          ${text} NOT NULL,
  -- The recurrence: cron and zone, or every_seconds from begins_at on, or once at begins_at.
  cron             VARCHAR(256),
  zone             VARCHAR(64),
  every_seconds    BIGINT,
  begins_at        ${timestamp},
  -- The policies.
  cooldown_seconds BIGINT NOT NULL,
  overlap          VARCHAR(16) NOT NULL,
  missed           VARCHAR(16) NOT NULL,
  grace_seconds    BIGINT NOT NULL,
  spread_seconds   BIGINT NOT NULL,
  max_active       INTEGER NOT NULL,
  max_attempts     INTEGER NOT NULL,
  retry_seconds    BIGINT NOT NULL,
  priority         INTEGER NOT NULL,
  day_usd          DECIMAL(20, 6), -- the limit of a day
  -- The progress.
  status           VARCHAR(16) NOT NULL,
  next_at          ${timestamp},
  resumed_at       ${timestamp},
  started_at       ${timestamp}, -- when a firing last started
  cool_until       ${timestamp},
  attempts         INTEGER NOT NULL, -- that failed since the last success
  error            VARCHAR(2000),
  -- The people.
  made_by          VARCHAR(256) NOT NULL,
  defined_by       VARCHAR(256) NOT NULL, -- who last gave it its definition: runs are attributed to this person
  submitter_role   VARCHAR(16), -- the highest role of that person
  revision         BIGINT NOT NULL,
  created_at       ${timestamp} NOT NULL,
  updated_at       ${timestamp} NOT NULL
);
CREATE UNIQUE INDEX schedule_name ON schedule (tenant, name);
CREATE INDEX schedule_due ON schedule (status, next_at);

-- What became of each due time. The run of a firing has its id.
CREATE TABLE firing (
  id           VARCHAR(36) NOT NULL PRIMARY KEY,
  schedule_id  VARCHAR(36) NOT NULL,
  tenant       VARCHAR(64) NOT NULL,
  agent        VARCHAR(64) NOT NULL,
  due_at       ${timestamp} NOT NULL, -- a row may account for many due times that were skipped:
  until_at     ${timestamp} NOT NULL, -- the last of them
  dues         INTEGER NOT NULL, -- and their number
  source       VARCHAR(16) NOT NULL,
  requested_by VARCHAR(256), -- who triggered it; runs are attributed to this person
  status       VARCHAR(16) NOT NULL,
  reason       VARCHAR(32),
  attempts     INTEGER NOT NULL,
  not_before   ${timestamp} NOT NULL,
  owner        VARCHAR(512),
  lease_until  ${timestamp},
  started_at   ${timestamp},
  waits_since  ${timestamp}, -- for a person; until the run continues, the firing needs no slot
  ended_at     ${timestamp},
  error        VARCHAR(2000)
);
CREATE INDEX firing_pending ON firing (status, not_before);
CREATE INDEX firing_schedule ON firing (schedule_id, due_at);

-- One row, which a server locks before it gives out slots: one server at a time.
CREATE TABLE schedule_gate (
  id   INTEGER NOT NULL PRIMARY KEY,
  turn BIGINT NOT NULL,
  seen VARCHAR(36) NOT NULL -- the last schedule of the latest decision; the next one continues after it
);
INSERT INTO schedule_gate (id, turn, seen) VALUES (1, 0, '');

-- BATCHES, AND ACTS ON MANY RUNS

-- Agents over data sets: what is run, how far it may go, and how far it has come.
CREATE TABLE batch (
  id             ${uuid} NOT NULL PRIMARY KEY,
  tenant         VARCHAR(64) NOT NULL,
  name           VARCHAR(64),
  agent          VARCHAR(64) NOT NULL,
  agent_version  VARCHAR(64) NOT NULL,
  workspace      VARCHAR(1024) NOT NULL,
  submitted_by   VARCHAR(256) NOT NULL,
  submitter_role VARCHAR(16),
  priority       INTEGER NOT NULL,
  run_mode       VARCHAR(16) NOT NULL, -- how the items get their replies
  sample_of      INTEGER, -- how many items the data set has, if a preview runs only its first ones
  concurrency    INTEGER NOT NULL,
  limit_usd      DECIMAL(24, 9),
  limit_tokens   BIGINT,
  limit_failures INTEGER,
  limit_ratio    DOUBLE PRECISION, -- of failed items among those that have ended
  status         VARCHAR(16) NOT NULL,
  requested      VARCHAR(16), -- the status that a person wants
  reason         VARCHAR(2000),
  -- Why it waits although items could begin: something is switched off, or money is short or must be approved.
  hold_reason    VARCHAR(2000),
  held_until     ${timestamp},
  needed_usd     DECIMAL(19, 6),
  approved_usd   DECIMAL(19, 6),
  -- The totals of its items.
  items          INTEGER NOT NULL,
  completed      INTEGER NOT NULL, failed INTEGER NOT NULL, cancelled INTEGER NOT NULL, skipped INTEGER NOT NULL,
  usd            DECIMAL(24, 9) NOT NULL,
  tokens         BIGINT NOT NULL,
  last_number    BIGINT NOT NULL, -- of the ended items, see batch_item.ended_number
  -- The job that holds it, as with runs.
  owner          VARCHAR(512),
  lease_until    ${timestamp},
  epoch          BIGINT NOT NULL,
  execution      BIGINT,
  due_at         ${timestamp},
  claimed_at     ${timestamp},
  ended_at_claim INTEGER NOT NULL, -- how many items had ended then, to estimate the rest
  created_at     ${timestamp} NOT NULL,
  started_at     ${timestamp},
  ended_at       ${timestamp},
  updated_at     ${timestamp} NOT NULL
);
CREATE INDEX batch_newest ON batch (tenant, created_at, id);
CREATE INDEX batch_name ON batch (tenant, name);
CREATE INDEX batch_status ON batch (status, due_at);

CREATE TABLE batch_item (
  batch_id       ${uuid} NOT NULL,
  item_number    INTEGER NOT NULL,
  item_key       VARCHAR(256) NOT NULL,
  run_id         ${uuid} NOT NULL,
  run_input      ${text}, -- stored like the reasons of table run; null once the run's journal has it
  status         VARCHAR(16) NOT NULL,
  held           SMALLINT NOT NULL, -- 1 while a batch of the provider must answer it: it has no run yet
  submission     ${uuid}, -- the provider_batch, and its place in that
  request_number INTEGER,
  usd            DECIMAL(24, 9) NOT NULL,
  tokens         BIGINT NOT NULL,
  error_code     VARCHAR(64),
  ended_number   BIGINT, -- the order in which items ended
  ended_sequence BIGINT, -- the end of the run's journal then
  failed_at      BIGINT, -- the same at the failure after which the item is tried again
  ended_at       ${timestamp},
  PRIMARY KEY (batch_id, item_number)
);
CREATE INDEX batch_item_status ON batch_item (batch_id, status, item_number);
CREATE INDEX batch_item_ended ON batch_item (batch_id, ended_number);
CREATE INDEX batch_item_key ON batch_item (batch_id, item_key);
CREATE INDEX batch_item_run ON batch_item (run_id);
CREATE INDEX batch_item_submission ON batch_item (submission, request_number);

-- What people did with batches.
CREATE TABLE batch_act (
  batch_id   ${uuid} NOT NULL,
  act_number INTEGER NOT NULL,
  act        VARCHAR(16) NOT NULL,
  done_by    VARCHAR(256) NOT NULL,
  reason     VARCHAR(8000) NOT NULL, -- stored like the reasons of table run
  done_at    ${timestamp} NOT NULL,
  PRIMARY KEY (batch_id, act_number)
);

-- Batches at providers. A row exists before the provider is asked, so that a lost answer never leads to a second submission.
CREATE TABLE provider_batch (
  id              ${uuid} NOT NULL PRIMARY KEY,
  batch_id        ${uuid} NOT NULL,
  provider        VARCHAR(64) NOT NULL,
  provider_id     VARCHAR(256), -- null until the provider has answered
  requests        INTEGER NOT NULL,
  state           VARCHAR(16) NOT NULL,
  intended_at     ${timestamp} NOT NULL,
  submitted_at    ${timestamp},
  due_at          ${timestamp} NOT NULL, -- when the provider is asked next
  reserved_on     DATE, -- taken from the limits of this day, until the replies say what they cost
  reserved_usd    DECIMAL(19, 6),
  reserved_tokens BIGINT
);
CREATE INDEX provider_batch_batch ON provider_batch (batch_id, state);
CREATE INDEX provider_batch_state ON provider_batch (state, due_at);

-- The reply to the one model call of a run, which a batch of its provider gave before the run began.
CREATE TABLE prepaid_reply (
  run_id     ${uuid} NOT NULL PRIMARY KEY,
  reply      ${text} NOT NULL,
  cipher_key VARCHAR(16) NOT NULL
);

-- Acts on many runs: what is done, and how far it has come.
CREATE TABLE bulk_operation (
  id               ${uuid} NOT NULL PRIMARY KEY,
  tenant           VARCHAR(64) NOT NULL,
  act              VARCHAR(16) NOT NULL,
  run_filter       ${text} NOT NULL, -- which runs
  reason           VARCHAR(8000),
  requested_by     VARCHAR(256) NOT NULL,
  requester_role   VARCHAR(16),
  requested_by_key ${uuid}, -- the API key of the request, which can be revoked meanwhile
  status           VARCHAR(16) NOT NULL,
  total            INTEGER NOT NULL, succeeded INTEGER NOT NULL, failed INTEGER NOT NULL,
  owner            VARCHAR(512),
  lease_until      ${timestamp},
  epoch            BIGINT NOT NULL,
  created_at       ${timestamp} NOT NULL,
  started_at       ${timestamp},
  ended_at         ${timestamp}
);
CREATE INDEX bulk_operation_newest ON bulk_operation (tenant, created_at, id);
CREATE INDEX bulk_operation_status ON bulk_operation (status, created_at);
CREATE INDEX bulk_operation_requester ON bulk_operation (tenant, requested_by, status, created_at);

-- The receipt: the runs as they were when they were selected, and what became of them.
CREATE TABLE bulk_item (
  bulk_id       ${uuid} NOT NULL,
  item_number   INTEGER NOT NULL,
  run_id        ${uuid} NOT NULL,
  seen_epoch    BIGINT,
  seen_sequence BIGINT,
  status        VARCHAR(16) NOT NULL,
  error_code    VARCHAR(64),
  error_detail  VARCHAR(2000),
  PRIMARY KEY (bulk_id, item_number)
);
CREATE INDEX bulk_item_status ON bulk_item (bulk_id, status, item_number);

-- WEBHOOKS

-- Where a tenant wants to be told what becomes of its runs.
CREATE TABLE webhook (
  id             VARCHAR(36) NOT NULL PRIMARY KEY,
  tenant         VARCHAR(64) NOT NULL,
  url            VARCHAR(2000) NOT NULL,
  events         VARCHAR(1000) NOT NULL, -- names between spaces
  enabled        BOOLEAN NOT NULL,
  secret         VARCHAR(500) NOT NULL, -- encrypted with secret_key if that is not empty
  secret_key     VARCHAR(16) NOT NULL,
  earlier_secret VARCHAR(500), -- signs as well until earlier_until
  earlier_key    VARCHAR(16),
  earlier_until  ${timestamp},
  revision       BIGINT NOT NULL,
  made_by        VARCHAR(256) NOT NULL,
  created_at     ${timestamp} NOT NULL,
  updated_at     ${timestamp} NOT NULL
);
CREATE INDEX webhook_tenant ON webhook (tenant, created_at);

-- Events of which webhooks are told, inserted in the transaction that appends the event.
CREATE TABLE webhook_delivery (
  webhook_id  VARCHAR(36) NOT NULL,
  run_id      ${uuid} NOT NULL,
  sequence    BIGINT NOT NULL,
  event       VARCHAR(64) NOT NULL,
  happened_at ${timestamp} NOT NULL,
  status      VARCHAR(16) NOT NULL,
  attempts    INTEGER NOT NULL,
  epoch       BIGINT NOT NULL, -- each claim has a new one
  due_at      ${timestamp} NOT NULL, -- while a server delivers it, the end of that server's lease
  begun_at    ${timestamp},
  ended_at    ${timestamp},
  response    INTEGER,
  error       VARCHAR(500),
  PRIMARY KEY (webhook_id, run_id, sequence)
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, status, due_at);
CREATE INDEX webhook_delivery_list ON webhook_delivery (webhook_id, happened_at, run_id, sequence);
CREATE INDEX webhook_delivery_run ON webhook_delivery (run_id);
CREATE INDEX webhook_delivery_end ON webhook_delivery (ended_at);

-- KEYS

-- Keys by which programs log in.
CREATE TABLE api_key (
  id           ${uuid} NOT NULL PRIMARY KEY,
  tenant       VARCHAR(64) NOT NULL,
  name         VARCHAR(64) NOT NULL,
  roles        VARCHAR(128) NOT NULL, -- names separated by commas
  hash         CHAR(64) NOT NULL, -- the SHA-256 of the secret
  created_by   VARCHAR(256) NOT NULL,
  created_at   ${timestamp} NOT NULL,
  expires_at   ${timestamp} NOT NULL,
  revoked_by   VARCHAR(256),
  revoked_at   ${timestamp},
  last_used_at ${timestamp}
);
CREATE INDEX api_key_tenant ON api_key (tenant, created_at);

-- Requests with an Idempotency-Key: one that is repeated gets the response of the first.
CREATE TABLE idempotency_key (
  id            CHAR(64) NOT NULL PRIMARY KEY, -- the digest of tenant, path and key
  fingerprint   CHAR(64) NOT NULL, -- the digest of who requests what
  created_id    ${uuid} NOT NULL, -- of the resource that the request creates, on whichever server
  run_id        ${uuid}, -- the run that it is about: the row is erased with it
  claimed_by    VARCHAR(512) NOT NULL, -- a server start
  claimed_until ${timestamp} NOT NULL,
  status        INTEGER, -- null while the request is under way, or if it was lost with the server
  location      VARCHAR(4000),
  cipher_key    VARCHAR(16),
  body          ${text},
  expires_at    ${timestamp} NOT NULL
);
CREATE INDEX idempotency_key_expiry ON idempotency_key (expires_at);
CREATE INDEX idempotency_key_run ON idempotency_key (run_id);
CREATE INDEX idempotency_key_created ON idempotency_key (created_id);

-- The run that further submissions with the same key find, within a time.
CREATE TABLE dedupe_key (
  tenant      VARCHAR(64) NOT NULL,
  agent       VARCHAR(64) NOT NULL,
  dedupe_key  VARCHAR(256) NOT NULL,
  run_id      ${uuid} NOT NULL,
  fingerprint VARCHAR(64) NOT NULL, -- of the submission: another one with the same key is refused
  expires_at  ${timestamp} NOT NULL,
  PRIMARY KEY (tenant, agent, dedupe_key)
);
CREATE INDEX dedupe_key_expiry ON dedupe_key (expires_at);
CREATE INDEX dedupe_key_run ON dedupe_key (run_id);

-- Random secrets that all servers share, each made by the first server that needs it.
CREATE TABLE secret (name VARCHAR(64) NOT NULL PRIMARY KEY, value VARCHAR(64) NOT NULL);

-- OPERATIONS

-- The starts of servers, and when each was last heard of: a holder may be dead, alive or silent.
CREATE TABLE server_start (
  id         VARCHAR(512) NOT NULL PRIMARY KEY,
  name       VARCHAR(512) NOT NULL,
  started_at ${timestamp} NOT NULL,
  heard_at   ${timestamp} NOT NULL,
  ended_at   ${timestamp}
);

-- The states of breakers that have ever opened or been reset. Of two states the higher version is the later one.
CREATE TABLE breaker (
  kind       VARCHAR(16) NOT NULL,
  tenant     VARCHAR(64) NOT NULL, -- '' is all tenants, which share those of providers
  name       VARCHAR(256) NOT NULL,
  version    BIGINT NOT NULL,
  failures   INTEGER NOT NULL,
  open_since ${timestamp},
  open_until ${timestamp},
  probing    BOOLEAN NOT NULL,
  because    VARCHAR(64),
  PRIMARY KEY (kind, tenant, name)
);

-- Until when no run may call a model, because its provider requested a pause.
CREATE TABLE quota_pause (
  tenant       VARCHAR(64) NOT NULL,
  provider     VARCHAR(64) NOT NULL,
  model        VARCHAR(256) NOT NULL,
  paused_until ${timestamp} NOT NULL,
  PRIMARY KEY (tenant, provider, model)
);

-- What servers have taken of the limits of a day of UTC.
CREATE TABLE budget_day (
  tenant      VARCHAR(64) NOT NULL,
  subject     VARCHAR(16) NOT NULL, -- TENANT (then name is ''), AGENT or SCHEDULE
  name        VARCHAR(64) NOT NULL,
  unit        VARCHAR(16) NOT NULL, -- USD, TOKENS, MODEL_CALLS or TOOL_CALLS
  budget_date DATE NOT NULL,
  taken       DECIMAL(20, 6) NOT NULL,
  PRIMARY KEY (tenant, subject, name, unit, budget_date)
);

-- What admins have stopped. A row is deleted when they release it; the audit record has both.
CREATE TABLE kill_switch (
  id     ${uuid} NOT NULL PRIMARY KEY,
  tenant VARCHAR(64) NOT NULL, -- '*' is all
  kind   VARCHAR(32) NOT NULL,
  name   VARCHAR(128) NOT NULL,
  set_by VARCHAR(256) NOT NULL,
  reason VARCHAR(1000) NOT NULL,
  set_at ${timestamp} NOT NULL
);

-- The servers that admins keep from working on runs. A row is deleted when they end it; the audit record has both.
CREATE TABLE maintenance (
  id     ${uuid} NOT NULL PRIMARY KEY,
  server VARCHAR(512) NOT NULL, -- '*' is all
  set_by VARCHAR(256) NOT NULL,
  reason VARCHAR(1000) NOT NULL,
  set_at ${timestamp} NOT NULL
);
