-- What servers have learnt of the costs of calls: estimates of a server that starts begin with it.
CREATE TABLE learned_tool_cost (
  tenant VARCHAR(64) NOT NULL,
  tool VARCHAR(256) NOT NULL,
  dearest DOUBLE NOT NULL,
  updated_at TIMESTAMP NOT NULL,
  PRIMARY KEY (tenant, tool)
);
CREATE TABLE learned_model_usage (
  agent VARCHAR(64) NOT NULL,
  provider VARCHAR(64) NOT NULL,
  model VARCHAR(256) NOT NULL,
  overhead BIGINT NOT NULL,
  longest_reply BIGINT NOT NULL,
  ratio BIGINT NOT NULL,
  updated_at TIMESTAMP NOT NULL,
  PRIMARY KEY (agent, provider, model)
);
